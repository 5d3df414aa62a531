import { createServer as createPlainServer } from 'node:http';
import type { ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { createAdaptorServer } from '@hono/node-server';
import type { ServerType } from '@hono/node-server';
import { present } from '../base/present.ts';
import type { ProcessLock } from '../base/node/processLock.ts';
import { knownProviders } from '../inference/providers/providers.ts';
import { describeOffline } from './gateway/describeOffline.ts';
import { trackLiveRequests } from './gateway/liveRequests.ts';
import { createGatewayLoad } from './gateway/load.ts';
import { fetchProvider } from './gateway/fetchProvider.ts';
import { createApp } from './app.ts';
import { drainable } from './http/drain.ts';
import { ownHosts } from './http/hostCheck.ts';
import { isLoopback } from '../base/address.ts';
import { notReady } from './http/notReady.ts';
import { lowestClient } from './http/lowestClient.ts';
import { openSharedCounters } from './http/sharedCounters.ts';
import { dedicatedAddress, ensureDedicatedKeys } from './dedicated.ts';
import { giveBackWhenIdle } from './giveBackMemory.ts';
import { createRateLimits } from './http/rateLimit.ts';
import { redactedLog } from './log.ts';
import type { ServiceLog } from './log.ts';
import type { Region } from '../platform/region.ts';
import { regionPrefix } from '../platform/region.ts';
import { claimRegion, serviceRegion } from './regions.ts';
import { startMetricsServer } from './metrics/metricsServer.ts';
import type { MetricsServer } from './metrics/metricsServer.ts';
import { exportSettings } from './metrics/exportSettings.ts';
import type { ExportSettings } from './metrics/exportSettings.ts';
import type { MetricsExport } from './metrics/exportMetrics.ts';
import type { ServiceMetrics } from './metrics/serviceMetrics.ts';
import { jobsByState, storeBytes } from './metrics/storeFigures.ts';
import type { ServiceDependencies } from './context.ts';
import { recordSpending } from './money/spending.ts';
import { registerPages } from './pages/registerPages.ts';
import { signInCommand } from './signInCommand.ts';
import { signInUrl } from './signInUrl.ts';
import { createTrainingWatchers } from './training/trainingWatchers.ts';
import { checkOptions, portOf } from './serviceOptions.ts';
import type { ServiceOptions } from './serviceOptions.ts';
import { lockDataFolder } from './store/dataFolder.ts';
import { openStore } from './store/openStore.ts';
import type { ServiceStore, StoreOptions } from './store/openStore.ts';
import { firstOwner } from './store/people.ts';
import { startCleaning } from './store/retention.ts';
import { hasSignedIn, makeSignInToken, removeStartLinks } from './store/sessions.ts';
import { recordUsage } from './store/usage.ts';
import type { UsageRecorder } from './store/usage.ts';
import { trimEnd } from '../base/trimEnd.ts';

/** A service that runs. */
export interface RunningService {
  /** The address that people use, without a slash at the end. */
  url: string;
  /** The address it listens on: another than `url` behind a proxy or a forwarded port. */
  listening: string;
  /** Where the metrics are, if they are served. */
  metricsUrl: string | undefined;
  /** Addresses of the dedicated endpoints; their keys are among the workspace's. */
  dedicated: readonly { name: string; url: string }[];
  /** Signs its first owner in, once, within a day; undefined where they have signed in before. */
  signInUrl: string | undefined;
  /** Makes a token that signs the first owner in, once, within ten minutes: for the program that runs the service. */
  makeSignInToken: () => string;
  /**
   * Says that it is not ready and takes no more questions to models, lets those under way end for a while, then takes no
   * requests at all, and closes the data folder.
   */
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
 * Starts the platform service.
 * @throws {SightlineError} for options that do not go together, where another service runs on the data folder, and
 *   where the store does not open.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  checkOptions(options);
  const { host = '127.0.0.1', behindProxy = false, publicUrl, tls } = options;
  const port = portOf(options);
  const log = redactedLog(options.log ?? (() => undefined));
  const { shareData: shared = false, dedicated = [] } = options;
  const lock = lockDataFolder(options.dataDir, { shared });
  const store = openLocked(lock, options.region, {
    dataDir: options.dataDir,
    log,
    ...present({ masterKey: options.masterKey, now: options.clock }),
  });
  const recorder = recordUsage(store, error => {
    log({ level: 'warn', message: `Usage was not written: ${String(error)}` });
  });
  const spending = recordSpending(store, log);
  const counters = shared ? openSharedCounters(options.dataDir, log) : undefined;
  const live = trackLiveRequests(store);
  let closing = false;
  const draining = () => closing;
  const exported = options.exportMetrics === true ? exportSettings(process.env, log) : undefined;
  const metrics =
    (options.metrics ?? exported) &&
    (await prepareMetrics({ store, dataDir: options.dataDir, live, draining }));
  const usage = metrics ? counted(recorder, metrics) : recorder;
  const training = createTrainingWatchers(store, options.training);
  const cleaner = startCleaning(store, options.retention ?? {}, log);
  const memory = giveBackWhenIdle();
  const reach = {
    localProviders: isLoopback(host) && !behindProxy,
    allowedHosts: options.allowedProviderHosts ?? [],
  };
  const keyPrefix = options.keyPrefix ?? (options.region ? regionPrefix(options.region) : 'sl_');
  let address = '';
  const app = createApp(
    {
      store,
      usage,
      spending,
      live,
      draining,
      ...present({ requests: metrics }),
      log,
      limits: createRateLimits(options.rateLimits, counters),
      keyPrefix,
      dedicated,
      minClient: options.minClient ?? lowestClient,
      ...present({
        region: serviceRegion(options, () => address),
      }),
      address: () => address,
      // Where the data lies is nobody's business but of those on this machine.
      signInCommand: () =>
        signInCommand({ url: address, dataDir: reach.localProviders ? options.dataDir : undefined }),
      isOwnHost: ownHosts({
        host,
        ...present({ publicUrl }),
        ...(tls === undefined ? {} : { certificate: tls.cert }),
      }),
      secure: tls !== undefined || publicUrl?.startsWith('https:') === true,
      behindProxy,
      providers: options.providers ?? knownProviders,
      ...reach,
      load: createGatewayLoad(),
      training,
      fetchProvider: options.fetchProvider ?? fetchProvider(reach),
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
  let metricsServer: MetricsServer | undefined;
  let metricsExport: MetricsExport | undefined;
  const closeAll = async () => {
    closing = true;
    memory.close();
    // Streams that would never end by themselves.
    training.close();
    if (live.count() > 0) log({ level: 'info', message: `Shutting down; under way: ${live.count()}` });
    await live.finish(options.drainMs ?? 5000);
    cleaner.close();
    // All answers are counted by now: the last export takes no time of its own.
    await Promise.all([drain(), metricsExport?.close()]);
    await metricsServer?.close();
    metrics?.close();
    live.close();
    usage.close();
    spending.close();
    counters?.close();
    store.close();
    lock.release();
  };
  try {
    const bound = await listen(server, host, port);
    if (options.metrics && metrics)
      metricsServer = await startMetricsServer(options.metrics, {
        ...metrics,
        notReady: () => notReady({ store, draining }),
      });
    if (exported && metrics) metricsExport = await startExport(exported, { metrics, log });
    const listening = ownAddress(tls !== undefined, host, bound.port);
    address = publicUrl === undefined ? listening : trimEnd(publicUrl, '/');
    const owner = firstOwner(store, options.ownerName ?? 'Owner');
    ensureDedicatedKeys(store, dedicated, { ownerId: owner.id, prefix: keyPrefix });
    const startToken = tokenOfStart(store, owner.id);
    log({
      level: 'info',
      message: `Serving ${address}`,
      ...(address === listening ? {} : { listening }),
    });
    return {
      url: address,
      listening,
      metricsUrl: metricsServer?.url,
      dedicated: dedicated.map(({ name }) => ({ name, url: dedicatedAddress(address, name) })),
      signInUrl: startToken === undefined ? undefined : signInUrl(address, startToken),
      makeSignInToken: () => makeSignInToken(store, owner.id, 'personal').token,
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What nobody asks for is not loaded. */
async function prepareMetrics({
  store,
  dataDir,
  live,
  draining,
}: Pick<ServiceDependencies, 'store' | 'live' | 'draining'> & { dataDir: string }): Promise<ServiceMetrics> {
  const { createMetrics } = await import('./metrics/serviceMetrics.ts');
  return createMetrics({
    jobs: () => jobsByState(store),
    bytes: () => storeBytes(dataDir),
    openRequests: live.count,
    ready: () => notReady({ store, draining }) === undefined,
  });
}

/** An export that cannot start is said, and the service runs. */
async function startExport(
  settings: ExportSettings,
  { metrics: { figures }, log }: { metrics: ServiceMetrics; log: ServiceLog },
): Promise<MetricsExport | undefined> {
  try {
    const { exportMetrics } = await import('./metrics/exportMetrics.ts');
    return exportMetrics(settings, { figures, log });
  } catch (error) {
    log({ level: 'warn', message: `Metrics are not exported: ${String(error)}` });
    return undefined;
  }
}

function counted(recorder: UsageRecorder, { countGateway }: ServiceMetrics): UsageRecorder {
  return {
    ...recorder,
    countGateway: use => {
      countGateway(use);
      recorder.countGateway(use);
    },
  };
}

function openLocked(lock: ProcessLock, region: Region | undefined, options: StoreOptions): ServiceStore {
  let store: ServiceStore | undefined;
  try {
    store = openStore(options);
    claimRegion(store, region);
    return store;
  } catch (error) {
    store?.close();
    lock.release();
    throw error;
  }
}

/** The token of this start's link. Links of earlier starts stop working; whoever has signed in once gets none. */
function tokenOfStart(store: ServiceStore, ownerId: string): string | undefined {
  if (!hasSignedIn(store, ownerId)) return makeSignInToken(store, ownerId, 'start').token;
  removeStartLinks(store);
  return undefined;
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
