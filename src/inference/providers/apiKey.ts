import { SightlineError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';

/**
 * Accepts a key as it was saved; absent stays absent.
 * @throws {SightlineError} `missingKey` where it is blank, the word `undefined` or `null`, or cannot stand in a header.
 */
export function checkedKey(apiKey: string | undefined, label: string): string | undefined {
  if (apiKey === undefined) return undefined;
  const key = apiKey.trim();
  if (['', 'undefined', 'null'].includes(key) || !/^[\x21-\x7e]+$/.test(key))
    throw new SightlineError('missingKey', t('There is no valid key for {label}.', { label }), {
      hint: t('Set the key for {label} again.', { label }),
    });
  return key;
}
