import type { ServerOptions } from 'node:http';
import { ValueError } from '../base/errors.ts';
import type { ServiceDependencies } from './context.ts';
import { isLoopback } from '../base/address.ts';
import type { RateLimitSettings } from './http/rateLimit.ts';
import type { Log } from './log.ts';
import { workerKeyPrefix } from './store/secrets.ts';

/** How a service is run. */
export interface ServiceOptions {
  /** The folder of its data; made where it is missing. */
  dataDir: string;
  /** The address to bind; this machine's own by default. Any other needs `tls` or `behindProxy`. */
  host?: string;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Of the service keys: two letters and an underscore. */
  keyPrefix?: string;
  /** The lowest version of Sightline that is served, `x.y.z`. */
  minClient?: string;
  rateLimits?: RateLimitSettings;
  /** Certificate and key, both PEM. */
  tls?: { cert: string; key: string };
  /** Whether a proxy does TLS; `publicUrl` is then needed, and the proxy must pass the Host header on. */
  behindProxy?: boolean;
  /** The address that people use, where it is not the bound one: `https://sightline.example.com`. */
  publicUrl?: string;
  /** The master key, 64 hexadecimal characters, where it shall not lie in the data folder. */
  masterKey?: string;
  /** What the first owner is called, on the first start. */
  ownerName?: string;
  log?: Log;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Of slow and broken clients; replaced in tests. */
  timeouts?: ServerOptions;
  /** Providers offered for connection, and the carriers of requests to them; replaced in tests. */
  providers?: ServiceDependencies['providers'];
  fetchProvider?: ServiceDependencies['fetchProvider'];
  describeOffline?: ServiceDependencies['describeOffline'];
}

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
