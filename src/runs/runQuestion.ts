import type { ImageOptions } from '../images/preparedImage.ts';
import type { ApiFormat } from '../inference/api/apiFormat.ts';
import type { SamplingParameters } from '../inference/api/question.ts';
import type { AnswerSchema } from '../schema/answerSchema.ts';
import { sha256Of } from '../base/node/hash.ts';

/**
 * What a run asks of every picture. Together with a picture's content it says whose answer an answer is: the same
 * question about the same picture is never paid for twice, and a change of any part makes it another question.
 */
export interface RunQuestion {
  prompt: string;
  /** Id of the provider, and the origin it is reached at; an own provider may move. */
  provider: string;
  origin: string;
  model: string;
  api: ApiFormat;
  parameters: SamplingParameters;
  image: ImageOptions;
  /** The form that every answer must have. */
  schema?: AnswerSchema;
}

/** The question's identity: SHA-256, 64 hexadecimal characters, of its parts with their names in order. */
export function questionId(question: RunQuestion): string {
  return sha256Of(JSON.stringify(inOrder(question)));
}

/** The same value with the names of every object sorted; what is undefined is left out, as JSON does. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  );
}
