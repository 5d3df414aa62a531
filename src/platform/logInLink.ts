import { mayCarryKey } from '../base/address.ts';
import { ValueError } from '../base/errors.ts';
import { serviceAddress } from './serviceAddress.ts';
import { t } from '../base/l10n.ts';

/** The extension, as addresses that open the editor name it: its publisher and its name in `package.json`. */
const extensionId = 'sightline.sightline';

/** The one path that such an address may have. */
const path = '/log-in';

/** Most characters of its query: an address that people use is much shorter. */
const longest = 2000;

/** The address that opens VS Code to log in to the service at `address`. It never holds a key: that is pasted there. */
export function logInLink(address: string): string {
  return `vscode://${extensionId}${path}?service=${encodeURIComponent(address)}`;
}

/**
 * The service that an address leads to which the editor was opened with. Anybody can make one: nothing is taken from it but
 * the address of a service that a key may be sent to.
 * @throws {ValueError} that says what is wrong with it.
 */
export function readLogInLink(link: { path: string; query: string }): string {
  if (link.path !== path)
    throw new ValueError(t('This link is not one that Sightline knows. Sightline may be too old for it.'));
  if (link.query.length > longest) throw new ValueError(t('This link is too long.'));
  const names = [...new URLSearchParams(link.query).keys()];
  if (names.length !== 1 || names[0] !== 'service')
    throw new ValueError(t('This link must name a service, and nothing else.'));
  const { base } = serviceAddress(new URLSearchParams(link.query).get('service') ?? '');
  if (!mayCarryKey(base))
    throw new ValueError(
      t(
        'This link leads to {host} without encryption. Only a service on this machine may be reached by http://.',
        { host: new URL(base).host },
      ),
    );
  return base;
}
