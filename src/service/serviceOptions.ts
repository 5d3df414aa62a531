import type { ServerOptions } from 'node:http';
import { ValueError } from '../base/errors.ts';
import type { ServiceDependencies } from './context.ts';
import { checkDedicated } from './dedicated.ts';
import type { DedicatedEndpoint } from './dedicated.ts';
import { isLoopback } from '../base/address.ts';
import type { Region } from '../platform/region.ts';
import { checkPublicUrl } from './publicUrl.ts';
import { checkRegions } from './regions.ts';
import type { RegionAddresses } from './regions.ts';
import type { MetricsAddress } from './metrics/metricsServer.ts';
import type { RateLimitSettings } from './http/rateLimit.ts';
import type { ServiceLog } from './log.ts';
import type { Retention } from './store/retention.ts';
import type { TrainingSettings } from './training/trainingWatchers.ts';
import { workerKeyPrefix } from './store/secrets.ts';

/** How a service is run. */
export interface ServiceOptions {
  /** The folder of its data; made where it is missing. */
  dataDir: string;
  /** The address to bind; this machine's own by default. Any other needs `tls` or `behindProxy`. */
  host?: string;
  /** 0, the default, takes a free one; where people reach the service directly by `publicUrl`, the default is its port. */
  port?: number;
  /** Of the service keys: two letters and an underscore. */
  keyPrefix?: string;
  /** The region of its accounts; new keys begin with its name. */
  region?: Region;
  /** Where the regions are, its own included or not: `{ eu: 'https://eu.example.com' }`. */
  regions?: RegionAddresses;
  /** Endpoints of one model each: an address, and a key with limits of its own. */
  dedicated?: readonly DedicatedEndpoint[];
  /** Whether other services may run on the data folder, which all say so: they count requests together. */
  shareData?: boolean;
  /** The lowest version of Sightline that is served, `x.y.z`; {@link lowestClient} by default. */
  minClient?: string;
  rateLimits?: RateLimitSettings;
  /**
   * Days that the audit trail, jobs that ended and usage are kept, training runs after their last word, and descriptions of
   * images and shared answers after their last use; 365, 90, 365, 365, 30 and 90 by default, 0 for ever.
   */
  retention?: Retention;
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
  log?: ServiceLog;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Where `/metrics` is served, in plain HTTP and without a key; nowhere by default. */
  metrics?: MetricsAddress;
  /** Whether the metrics are also exported over OTLP, where OpenTelemetry's variables of the environment name an endpoint. */
  exportMetrics?: boolean;
  /** Milliseconds that questions to models are given to end when the service is closed; 5,000 by default. */
  drainMs?: number;
  /** Of slow and broken clients; replaced in tests. */
  timeouts?: ServerOptions;
  /** How training runs are watched; a script that says nothing for ten minutes has interrupted its run, by default. */
  training?: Partial<TrainingSettings>;
  /** Hosts of providers that a shared service may connect though they are internal: `host` or `host:port`. */
  allowedProviderHosts?: readonly string[];
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
      'The key prefix must be two letters and an underscore, other than that of worker keys (wk_).',
    );
  if (minClient !== undefined && !/^\d+\.\d+\.\d+$/.test(minClient))
    throw new ValueError('The lowest client version must have the form 1.2.3.');
  if (publicUrl !== undefined) checkPublicUrl(publicUrl);
  checkRegions(options);
  checkDedicated(options.dedicated ?? []);
  if (behindProxy === true && publicUrl === undefined)
    throw new ValueError('Behind a proxy the service needs its public URL, the address that people use.');
  if (!isLoopback(host) && tls === undefined && behindProxy !== true)
    throw new ValueError(
      `Traffic to ${host} would not be encrypted: give TLS files, or state that a proxy terminates TLS.`,
    );
  if (publicUrl !== undefined && behindProxy !== true) checkDirect(new URL(publicUrl), options);
}

/** Without a proxy the service itself has to be what the public URL promises. */
function checkDirect({ protocol }: URL, { tls, port }: ServiceOptions): void {
  if (protocol === 'https:' && tls === undefined)
    throw new ValueError('A public URL with https:// needs TLS files, or a proxy that terminates TLS.');
  if (protocol === 'http:' && tls !== undefined)
    throw new ValueError('With TLS files the public URL must start with https://.');
  if (port === 0)
    throw new ValueError(
      'With a public URL the port must be fixed: leave it out, or give the port to listen on.',
    );
}

/** The port to listen on; 0 for any free one. */
export function portOf({ port, publicUrl, behindProxy }: ServiceOptions): number {
  if (port !== undefined) return port;
  if (publicUrl === undefined || behindProxy === true) return 0;
  const url = new URL(publicUrl);
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}
