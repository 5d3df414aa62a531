import { mayCarryKey, withScheme } from '../../base/address.ts';
import { ValueError } from '../../base/errors.ts';
import { trimEnd } from '../../base/trimEnd.ts';
import { t } from '../../base/l10n.ts';

/**
 * The address of a hub or its mirror in its one spelling, without a slash at its end. Models become code's input: they
 * come encrypted, or from this machine.
 * @throws {ValueError} where it is no such address.
 */
export function hubAddress(text: string): string {
  const url = URL.parse(withScheme(text.trim()));
  if (url === null || url.hostname === '')
    throw new ValueError(
      t('The address of the mirror is not an address such as https://mirror.example.com.'),
    );
  if (url.username !== '' || url.password !== '')
    throw new ValueError(t('The address of the mirror must not contain a user name or password.'));
  if (!mayDownloadFrom(url))
    throw new ValueError(
      t('The address of the mirror must start with https://, or with http:// for this machine.'),
    );
  return url.origin + trimEnd(url.pathname, '/');
}

/** Whether a file may be fetched from an address: encrypted, or from this machine. */
export function mayDownloadFrom(url: URL): boolean {
  return mayCarryKey(url.href);
}
