import { withScheme } from '../../base/address.ts';
import { ValueError } from '../../base/errors.ts';
import { trimEnd } from '../../base/trimEnd.ts';
import { t } from '../../base/l10n.ts';

/** What people copy along with an address: the endpoints below it. */
const endpoint = /\/(?:chat\/completions|responses|completions|models|embeddings)$/;

/**
 * The address of an API in its one spelling: without blanks, quotes, trailing slashes, fragment and the name of an
 * endpoint; a path prefix and a query stay. Without a scheme it is http for this machine, otherwise https.
 * @throws {ValueError} where it is no address, of another scheme, or holds a user name or password.
 */
export function normalizeBaseURL(text: string): string {
  const spelled = text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  if (spelled === '') throw new ValueError(t('The address of the server is empty.'));
  const url = URL.parse(withScheme(spelled));
  if (!url || url.hostname === '')
    throw new ValueError(
      t("'{spelled}' is not an address. It should look like https://api.example.com/v1.", {
        spelled: shown(spelled),
      }),
    );
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ValueError(t("'{spelled}' must start with https:// or http://.", { spelled: shown(spelled) }));
  if (url.username || url.password)
    throw new ValueError(t('The address must not contain a user name or password.'), {
      remedy: { kind: 'setProviderKey' },
    });
  const path = trimEnd(trimEnd(url.pathname, '/').replace(endpoint, ''), '/');
  return url.origin + path + url.search;
}

/** What may be repeated of a mistyped address: short, and nothing that could be a password. */
function shown(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//…@').slice(0, 80);
}
