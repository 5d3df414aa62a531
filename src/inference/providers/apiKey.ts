import { SightlineError } from '../../base/errors.ts';

/**
 * Accepts a key as it was saved; absent stays absent.
 * @throws {SightlineError} `missingKey` where it is blank, the word `undefined` or `null`, or cannot stand in a header.
 */
export function checkedKey(apiKey: string | undefined, label: string): string | undefined {
  if (apiKey === undefined) return undefined;
  const key = apiKey.trim();
  if (['', 'undefined', 'null'].includes(key) || !/^[\x21-\x7e]+$/.test(key))
    throw new SightlineError('missingKey', `There is no valid key for ${label}.`, {
      hint: `Set the key for ${label} again.`,
    });
  return key;
}
