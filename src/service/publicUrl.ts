import { isLoopback } from '../base/address.ts';
import { ValueError } from '../base/errors.ts';

/**
 * Refuses a public URL that is no origin, or that sends sessions and keys unencrypted over a network.
 * @throws {ValueError}
 */
export function checkPublicUrl(publicUrl: string): void {
  if (!isPlainAddress(publicUrl))
    throw new ValueError('The public URL must be http:// or https:// and a host, without a path.');
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new ValueError(
      `The public URL of ${hostname} must start with https://; http:// is for this machine only.`,
    );
}

/** Whether a text is an address of http or https that names a server and nothing below it. */
export function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    pathname === '/' &&
    search + hash + username + password === '' &&
    !/[?#]$/.test(text)
  );
}
