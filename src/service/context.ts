import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Provider } from '../inference/providers/provider.ts';
import type { Role } from '../platform/shapes.ts';
import type { DedicatedEndpoint } from './dedicated.ts';
import type { ProviderFetch } from './gateway/fetchProvider.ts';
import type { GatewayLoad } from './gateway/load.ts';
import type { LiveRequests } from './gateway/liveRequests.ts';
import type { ServiceLog } from './log.ts';
import type { Spending } from './money/spending.ts';
import type { Actor } from './store/activity.ts';
import type { Host } from './store/hosts.ts';
import type { ServiceStore } from './store/openStore.ts';
import type { StoredServiceKey } from './store/serviceKeys.ts';
import type { BrowserSession } from './store/sessions.ts';
import type { UsageRecorder } from './store/usage.ts';
import type { Workspace } from './store/workspaces.ts';
import type { TrainingWatchers } from './training/trainingWatchers.ts';
import type { RequestCounter } from './http/countRequests.ts';
import type { RateLimits } from './http/rateLimit.ts';
import type { ServiceRegion } from './regions.ts';

/** Whose request it is. */
export type Caller =
  | { kind: 'session'; session: BrowserSession }
  | { kind: 'serviceKey'; key: StoredServiceKey }
  | { kind: 'workerKey'; host: Host };

/** What a guarded handler finds in its context. */
export interface Granted {
  caller: Caller;
  /** The caller as the audit trail names it. */
  actor: Actor;
  workspace: Workspace;
  /** The caller's role there; a service key's is the owner's. */
  role: Role;
}

/** Hono's environment in this service. */
export interface ServiceEnv {
  Bindings: Partial<HttpBindings>;
  Variables: Granted;
}

/** A request in this service. */
export type ServiceContext = Context<ServiceEnv>;

/** All that the app stands on. */
export interface ServiceDependencies {
  store: ServiceStore;
  usage: UsageRecorder;
  /** What requests cost, and the budgets. */
  spending: Spending;
  limits: RateLimits;
  live: LiveRequests;
  /** Whether the service shuts down: requests under way are ended, and the gateway takes no more. */
  draining: () => boolean;
  /** Counts every request, where somebody asks for metrics. */
  requests?: RequestCounter;
  log: ServiceLog;
  /** Of service keys: two letters and an underscore. */
  keyPrefix: string;
  /** The region of this service's accounts, and where the other regions are. */
  region?: ServiceRegion;
  /** Endpoints of one model each, with keys and limits of their own. */
  dedicated: readonly DedicatedEndpoint[];
  /** The lowest version of Sightline that is served, `x.y.z`. */
  minClient?: string;
  /** The service's address for links, without a slash at its end. */
  address: () => string;
  /** The command that prints a new sign-in link. Whoever reaches the service may read it. */
  signInCommand: () => string;
  /** Whether the service may be asked under this host name. */
  isOwnHost: (hostname: string) => boolean;
  /** Whether browsers reach it through TLS: cookies are then marked Secure. */
  secure: boolean;
  /** Whether a proxy stands before it, whose X-Forwarded-For names the client. */
  behindProxy: boolean;
  /** Providers offered for connection. */
  providers: readonly Provider[];
  /** Whether providers on this machine may be connected: only where the service itself is for this machine. */
  localProviders: boolean;
  /** Hosts of providers that a shared service may connect though they are internal: `host` or `host:port`. */
  allowedHosts: readonly string[];
  /** What the gateway has under way. */
  load: GatewayLoad;
  /** Who watches training runs. */
  training: TrainingWatchers;
  fetchProvider: ProviderFetch;
  describeOffline: ProviderFetch;
}
