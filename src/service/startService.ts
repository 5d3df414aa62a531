import { createServer as createPlainServer } from 'node:http';
import type { ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { createAdaptorServer } from '@hono/node-server';
import type { ServerType } from '@hono/node-server';
import { knownProviders } from '../inference/providers/providers.ts';
import { describeOffline } from './gateway/describeOffline.ts';
import { trackLiveRequests } from './gateway/liveRequests.ts';
import { fetchProvider } from './gateway/fetchProvider.ts';
import { createApp } from './app.ts';
import { drainable } from './http/drain.ts';
import { ownHosts } from './http/hostCheck.ts';
import { isLoopback } from '../base/address.ts';
import { createRateLimits } from './http/rateLimit.ts';
import { redactedLog } from './log.ts';
import { registerPages } from './pages/registerPages.ts';
import { signInUrl } from './signInUrl.ts';
import { checkOptions } from './serviceOptions.ts';
import type { ServiceOptions } from './serviceOptions.ts';
import { openStore } from './store/openStore.ts';
import { firstOwner } from './store/people.ts';
import { makeSignInToken, startLinkLifetime } from './store/sessions.ts';
import { recordUsage } from './store/usage.ts';

/** A service that runs. */
export interface RunningService {
  /** Its address without a slash at the end. */
  url: string;
  /** Signs its first owner in, once, within a day. */
  signInUrl: string;
  /** Takes no new requests, lets those under way end for a while, and closes the data folder. */
  close: () => Promise<void>;
}

/** Slow and broken clients: milliseconds for a request's headers, and for all of it. */
const defaultTimeouts: ServerOptions = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
};

/**
 * Starts the platform service. Several may run on one data folder at once.
 * @throws {SightlineError} for options that do not go together, and where the store does not open.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0, behindProxy = false, publicUrl, tls } = options;
  checkOptions(options);
  const log = redactedLog(options.log ?? (() => undefined));
  const store = openStore({
    dataDir: options.dataDir,
    ...(options.masterKey === undefined ? {} : { masterKey: options.masterKey }),
    ...(options.clock === undefined ? {} : { now: options.clock }),
  });
  const usage = recordUsage(store, error => {
    log({ level: 'warn', message: `Usage was not written: ${String(error)}` });
  });
  const live = trackLiveRequests(store);
  let address = '';
  const app = createApp(
    {
      store,
      usage,
      live,
      log,
      limits: createRateLimits(options.rateLimits),
      keyPrefix: options.keyPrefix ?? 'sl_',
      ...(options.minClient === undefined ? {} : { minClient: options.minClient }),
      address: () => address,
      isOwnHost: ownHosts({
        host,
        ...(publicUrl === undefined ? {} : { publicUrl }),
        ...(tls === undefined ? {} : { certificate: tls.cert }),
      }),
      secure: tls !== undefined || publicUrl?.startsWith('https:') === true,
      behindProxy,
      providers: options.providers ?? knownProviders,
      localProviders: isLoopback(host) && !behindProxy,
      fetchProvider: options.fetchProvider ?? fetchProvider,
      describeOffline: options.describeOffline ?? describeOffline,
    },
    registerPages,
  );
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer: tls === undefined ? createPlainServer : createTlsServer,
    serverOptions: { ...defaultTimeouts, ...options.timeouts, ...tls },
  });
  const drain = drainable(server);
  const closeAll = async () => {
    await drain();
    live.close();
    usage.close();
    store.close();
  };
  try {
    const bound = await listen(server, host, port);
    address = publicUrl?.replace(/\/+$/, '') ?? ownAddress(tls !== undefined, host, bound.port);
    const owner = firstOwner(store, options.ownerName ?? 'Owner');
    const { token } = makeSignInToken(store, owner.id, startLinkLifetime);
    log({ level: 'info', message: `Serving ${address}` });
    return { url: address, signInUrl: signInUrl(address, token), close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function ownAddress(secure: boolean, host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? hostname() : host.includes(':') ? `[${host}]` : host;
  return `${secure ? 'https' : 'http'}://${name}:${port}`;
}

function listen(server: ServerType, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}
