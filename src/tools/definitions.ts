import { builtInSchemas } from '../schema/builtInSchemas.ts';
import type { JsonObject } from '../base/json.ts';

/** The names of the tools. */
export type ToolName = 'describeImage' | 'measureImage' | 'findImages';

/** What an agent is told of a tool. It is part of every request of the agent: short. */
export interface ToolDefinition {
  name: ToolName;
  title: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: JsonObject & { type: 'object' };
}

/** Most images that a search gives, and as many as it gives where nothing is said. */
export const searchLimits = { most: 100, usual: 20 } as const;

const path = { type: 'string', description: 'Path of the image, relative to the workspace folder.' };
const region = {
  type: 'array',
  items: { type: 'integer', minimum: 0 },
  minItems: 4,
  maxItems: 4,
  description: 'Only this part: [x1, y1, x2, y2] in pixels of the upright image.',
};

/** The tools, in the order in which they are listed. */
export const toolDefinitions: readonly ToolDefinition[] = [
  {
    name: 'describeImage',
    title: 'Describe Image',
    description:
      'Looks at an image file of the workspace with a vision model: answers a question about it, or describes it. Answers are kept, so that asking again costs nothing.',
    inputSchema: {
      type: 'object',
      properties: {
        path,
        question: { type: 'string', description: 'What to find out. Without one, the image is described.' },
        region,
        schema: {
          anyOf: [{ type: 'string', enum: namesOfSchemas() }, { type: 'object' }],
          description: 'The form of the answer: a built-in one, or a JSON Schema of an object.',
        },
      },
      required: ['path'],
      additionalProperties: false,
    },
  },
  {
    name: 'measureImage',
    title: 'Measure Image',
    description:
      'Measures an image file of the workspace on this machine: size, format, colours, pixel values, and the objects, faces, text and codes in it with their boxes. Exact and free; sends nothing.',
    inputSchema: {
      type: 'object',
      properties: { path, region },
      required: ['path'],
      additionalProperties: false,
    },
  },
  {
    name: 'findImages',
    title: 'Find Images',
    description:
      'Searches the descriptions that are kept of the images of the workspace, and their names. Finds only images that were described before; sends nothing.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words that must all occur.' },
        folder: { type: 'string', description: 'Only images in this folder.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: searchLimits.most,
          description: `Most images; ${searchLimits.usual} where it is left out.`,
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
];

function namesOfSchemas(): string[] {
  return builtInSchemas.filter(({ needsVocabulary }) => !needsVocabulary).map(({ id }) => id);
}
