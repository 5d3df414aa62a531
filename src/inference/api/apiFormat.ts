import { ValueError } from '../../base/errors.ts';

/** The two request shapes of OpenAI-compatible servers. */
export type ApiFormat = 'responses' | 'chat.completions';

/** Both formats, the default first. */
export const apiFormats: readonly ApiFormat[] = ['responses', 'chat.completions'];

/**
 * Accepts the name of an API format.
 * @throws {ValueError} for any other value, in the reference wrapper's words.
 */
export function assertApiFormat(value: unknown): asserts value is ApiFormat {
  if (!apiFormats.includes(value as ApiFormat))
    throw new ValueError(`Unsupported API format '${String(value)}'. Use 'responses' or 'chat.completions'.`);
}
