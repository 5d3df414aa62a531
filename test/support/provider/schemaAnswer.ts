import type { Script } from '../testProvider.ts';
import { answerIn } from './answers.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}

/** Answers requests for structured output with the least that their schema allows; others are left to the default answer. */
export const answerInSchema: Script = ({ path, body }) => {
  if (typeof body !== 'object' || body === null) return undefined;
  const { text, response_format, model, stream } = body as {
    text?: { format?: { schema?: Schema } };
    response_format?: { json_schema?: { schema?: Schema } };
    model?: string;
    stream?: boolean;
  };
  const schema = text?.format?.schema ?? response_format?.json_schema?.schema;
  if (schema === undefined) return undefined;
  return answerIn(
    path.endsWith('/responses') ? 'responses' : 'chat.completions',
    [JSON.stringify(least(schema))],
    {
      stream: stream === true,
      ...(model === undefined ? {} : { model }),
    },
  );
};

function least({ type, enum: choices, properties, anyOf }: Schema): unknown {
  if (choices !== undefined) return choices[0];
  if (anyOf?.[0] !== undefined) return least(anyOf[0]);
  const [kind = ''] = [type].flat();
  if (kind === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, value]) => [name, least(value)]));
  return leastOf[kind] ?? null;
}

const leastOf: Readonly<Record<string, unknown>> = {
  array: [],
  string: 'A lake.',
  boolean: false,
  number: 1,
  integer: 1,
};
