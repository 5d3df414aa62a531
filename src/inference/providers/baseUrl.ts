import { ValueError } from '../../base/errors.ts';

/** What people copy along with an address: the endpoints below it. */
const endpoint = /\/+(?:chat\/completions|responses|completions|models|embeddings)$/;

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
  if (spelled === '') throw new ValueError('The address of the server is empty.');
  const url = parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(spelled) ? spelled : withScheme(spelled));
  if (!url || url.hostname === '')
    throw new ValueError(
      `'${shown(spelled)}' is not an address. It should look like https://api.example.com/v1.`,
    );
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ValueError(`'${shown(spelled)}' must begin with https:// or http://.`);
  if (url.username || url.password)
    throw new ValueError(
      'The address must not hold a user name or password. Save the key with Set Provider Key.',
    );
  const path = url.pathname.replace(/\/+$/, '').replace(endpoint, '').replace(/\/+$/, '');
  return url.origin + path + url.search;
}

/** Scheme, host and port: what a key is bound to. */
export function originOf(baseURL: string): string {
  return new URL(baseURL).origin;
}

/** Whether the address lies on this machine. */
export function isLoopback(address: string | URL): boolean {
  const { hostname } = new URL(address);
  const host = hostname.replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** Whether a key sent there could be read on the way: plain http to another machine. */
export function sendsKeyInClear(address: string | URL): boolean {
  return new URL(address).protocol === 'http:' && !isLoopback(address);
}

function withScheme(address: string): string {
  const https = `https://${address}`;
  const url = parse(https);
  return url && isLoopback(url) ? `http://${address}` : https;
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** What may be repeated of a mistyped address: short, and nothing that could be a password. */
function shown(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//…@').slice(0, 80);
}
