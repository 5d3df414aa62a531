import { SightlineError } from '../../src/base/errors.ts';

/** Longest message of a refusal that is still one to read, characters. */
const longestMessage = 2000;

/** Settles where something was read or refused in words for a person; rejects where it failed in another way. */
export async function readOrRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    if (error.message.trim() === '') throw new Error('A refusal without words.', { cause: error });
    if (error.message.length > longestMessage)
      throw new Error(`A refusal of ${error.message.length} characters.`, { cause: error });
  }
}
