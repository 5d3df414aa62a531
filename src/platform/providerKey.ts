import { unwrap } from './pastedText.ts';
import type { CleanedKey } from './pastedText.ts';
import { isServiceKey } from './serviceKey.ts';
import { t } from '../base/l10n.ts';

/**
 * Takes a provider's key out of what was pasted. Providers' keys have no common format: it only has to be fit for a
 * header, and must not be a service key, which never goes to a provider.
 */
export function cleanProviderKey(text: string): CleanedKey {
  const key = unwrap(text);
  if (key === '') return { refusal: t('There is no key in it.') };
  if (/\s/.test(key))
    return { refusal: t('The key has a blank or a line break inside. Copy it again, in one piece.') };
  if (!/^[\x21-\x7E]+$/.test(key))
    return { refusal: t('The key has a character that no key has. Copy it again.') };
  // What a script leaves in a variable when it had no key.
  if (/^(undefined|null)$/i.test(key))
    return { refusal: t('There is no key in it, only the word for nothing.') };
  if (isServiceKey(key)) {
    return {
      refusal: t('This is a key of the service, not of a provider.'),
      remedy: { kind: 'logIn' },
    };
  }
  return { key };
}
