import { onTestFinished } from 'vitest';
import { knownProviders } from '../../../src/inference/providers/providers.ts';
import type { Role } from '../../../src/platform/shapes.ts';
import { describeOffline } from '../../../src/service/gateway/describeOffline.ts';
import { createGatewayLoad } from '../../../src/service/gateway/load.ts';
import { fetchProvider } from '../../../src/service/gateway/fetchProvider.ts';
import { trackLiveRequests } from '../../../src/service/gateway/liveRequests.ts';
import type { ServiceApp } from '../../../src/service/http/answers.ts';
import { createApp } from '../../../src/service/app.ts';
import type { ServiceDependencies } from '../../../src/service/context.ts';
import { ownHosts } from '../../../src/service/http/hostCheck.ts';
import { createRateLimits } from '../../../src/service/http/rateLimit.ts';
import type { LogEntry } from '../../../src/service/log.ts';
import { redactedLog } from '../../../src/service/log.ts';
import type { Actor } from '../../../src/service/store/activity.ts';
import { openStore } from '../../../src/service/store/openStore.ts';
import type { ServiceStore } from '../../../src/service/store/openStore.ts';
import { createUser, firstOwner } from '../../../src/service/store/people.ts';
import type { User } from '../../../src/service/store/people.ts';
import { startSession } from '../../../src/service/store/sessions.ts';
import { createTrainingWatchers } from '../../../src/service/training/trainingWatchers.ts';
import { recordSpending } from '../../../src/service/money/spending.ts';
import { recordUsage } from '../../../src/service/store/usage.ts';
import { addMember, createTeam, findOwnWorkspace } from '../../../src/service/store/workspaces.ts';
import type { Workspace } from '../../../src/service/store/workspaces.ts';
import { checkAgainst, contract } from './answerSchemas.ts';
import type { AnswerCheck, ApiDocument } from './answerSchemas.ts';
import { dataFolder } from './dataFolder.ts';
import type { CleanUp } from './dataFolder.ts';

/** An answer, read. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Headers;
}

/** What goes into a request. */
export interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
  /** A service key or a worker key. */
  key?: string;
  /** The token of a session; the headers of a page of the service itself go with it. */
  session?: string;
}

/** A person with a session. */
export interface Person {
  user: User;
  session: string;
  actor: Actor;
  workspace: Workspace;
}

/** The service without a socket. Each answer is checked against the contract and the service's own description. */
export interface TestApp {
  app: ServiceApp;
  store: ServiceStore;
  dependencies: ServiceDependencies;
  dataDir: string;
  log: LogEntry[];
  /** Moves the service's clock. */
  advance: (milliseconds: number) => void;
  ask: <Body = Record<string, unknown>>(method: string, path: string, ask?: Ask) => Promise<Answer<Body>>;
  person: (username: string) => Person;
  /** A team with one person for each role. */
  team: (username?: string) => { workspace: Workspace; members: Record<Role, Person> };
}

/** Where the app believes to be asked. */
export const testOrigin = 'http://localhost';

/** Makes the service on a data folder of its own, or on the one given. */
export function testApp(
  options: Partial<ServiceDependencies> & { dataDir?: string; cleanUp?: CleanUp } = {},
): TestApp {
  const { cleanUp = onTestFinished, dataDir = dataFolder(cleanUp), ...replaced } = options;
  let skew = 0;
  const store = replaced.store ?? openStore({ dataDir, now: () => Date.now() + skew });
  const first = firstOwner(store, 'Owner');
  const log: LogEntry[] = [];
  const dependencies: ServiceDependencies = {
    store,
    usage: recordUsage(store, error => {
      throw error;
    }),
    spending: recordSpending(
      store,
      redactedLog(entry => log.push(entry)),
    ),
    live: trackLiveRequests(store),
    draining: () => false,
    limits: createRateLimits({ default: 10_000, gateway: 10_000, metrics: 10_000 }),
    log: redactedLog(entry => log.push(entry)),
    keyPrefix: 'sl_',
    dedicated: [],
    address: () => testOrigin,
    signInCommand: () => 'sightline serve --sign-in USERNAME',
    isOwnHost: ownHosts({ host: '127.0.0.1' }),
    secure: false,
    behindProxy: false,
    providers: knownProviders,
    localProviders: true,
    allowedHosts: [],
    load: createGatewayLoad(),
    training: createTrainingWatchers(store),
    fetchProvider: fetchProvider({ localProviders: true, allowedHosts: [] }),
    describeOffline,
    ...replaced,
  };
  cleanUp(() => {
    dependencies.training.close();
    dependencies.live.close();
    dependencies.usage.close();
    dependencies.spending.close();
    store.close();
  });
  const app = createApp(dependencies);
  let checks: AnswerCheck[] | undefined;

  const ask = async <Body>(method: string, path: string, asked: Ask = {}): Promise<Answer<Body>> => {
    const response = await app.request(path, {
      method,
      headers: { ...headersOf(asked, store.id), ...asked.headers },
      ...(asked.body === undefined
        ? {}
        : { body: typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body) }),
    });
    const text = await response.text();
    const json = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '');
    const body = (json ? JSON.parse(text) : text) as Body;
    checks ??= [
      checkAgainst(contract),
      checkAgainst((await (await app.request('/api/openapi.json')).json()) as ApiDocument),
    ];
    if (json) for (const check of checks) check(method, path.replace(/\?.*/, ''), response.status, body);
    return { status: response.status, body, headers: response.headers };
  };

  const withSession = (user: User): Person => {
    const workspace = findOwnWorkspace(store, user.id);
    if (workspace === undefined) throw new Error('A person without a workspace.');
    const actor: Actor = { kind: 'user', id: user.id, name: user.username };
    return { user, session: startSession(store, user.id, ''), actor, workspace };
  };
  const person = (username: string) =>
    withSession(
      store.database.transaction(() =>
        createUser(store, { username, name: `The ${username}`, email: `${username}@example.com` }),
      ),
    );

  return {
    app,
    store,
    dependencies,
    dataDir,
    log,
    advance: milliseconds => (skew += milliseconds),
    ask,
    person,
    team: (username = 'acme') => {
      const owner = username === 'acme' ? withSession(first) : person(`${username}-owner`);
      const [admin, editor, viewer] = [
        person(`${username}-admin`),
        person(`${username}-editor`),
        person(`${username}-viewer`),
      ];
      const workspace = store.database.transaction(() =>
        createTeam(store, { username, fullName: `Team ${username}`, actor: owner.actor }),
      );
      addMember(store, workspace.id, admin.user.id, 'admin');
      addMember(store, workspace.id, editor.user.id, 'editor');
      addMember(store, workspace.id, viewer.user.id, 'viewer');
      return { workspace, members: { owner, admin, editor, viewer } };
    },
  };
}

function headersOf({ body, key, session }: Ask, storeId: string): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(session === undefined
      ? {}
      : { cookie: `sightline_${storeId}=${session}`, origin: testOrigin, 'sec-fetch-site': 'same-origin' }),
  };
}
