import { SightlineError } from '../base/errors.ts';
import type { CleanedKey } from './pastedText.ts';
import { t } from '../base/l10n.ts';

/**
 * The key that an environment variable holds.
 * @throws {SightlineError} `keyRejected` where it holds something else, which is not repeated: to pass over it would hide
 * why another key is in use.
 */
export function keyInVariable(
  { variable, value }: { variable: string; value: string },
  clean: (text: string) => CleanedKey,
  hint = t('Correct or remove it.'),
): string {
  const { key, refusal, remedy } = clean(value);
  if (key !== undefined) return key;
  throw new SightlineError(
    'keyRejected',
    t('The environment variable {variable} contains no valid key. {refusal}', { variable, refusal }),
    { hint, remedy },
  );
}
