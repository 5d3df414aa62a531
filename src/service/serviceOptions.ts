import { ValueError } from '../errors.ts';
import { isLoopback } from './http/hostCheck.ts';
import type { ServiceOptions } from './startService.ts';
import { workerKeyPrefix } from './store/secrets.ts';

/**
 * Refuses options that do not go together.
 * @throws {ValueError} saying which, and what would do.
 */
export function checkOptions(options: ServiceOptions): void {
  const { keyPrefix, minClient, host = '127.0.0.1', tls, behindProxy, publicUrl } = options;
  if (keyPrefix !== undefined && (!/^[a-z]{2}_$/i.test(keyPrefix) || keyPrefix === workerKeyPrefix))
    throw new ValueError(
      'The key prefix is two letters and an underscore, and not that of worker keys (wk_).',
    );
  if (minClient !== undefined && !/^\d+\.\d+\.\d+$/.test(minClient))
    throw new ValueError('The lowest client version is written as 1.2.3.');
  if (publicUrl !== undefined && !isPlainAddress(publicUrl))
    throw new ValueError('The public address is http:// or https://, a host, and no path.');
  if (behindProxy === true && publicUrl === undefined)
    throw new ValueError('Behind a proxy the service has to know the address that people use.');
  if (!isLoopback(host) && tls === undefined && behindProxy !== true)
    throw new ValueError(`On ${host} others could listen in: give TLS files, or say that a proxy does TLS.`);
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash + username === '';
}
