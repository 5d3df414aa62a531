import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHost, connectHost } from '../../src/service/store/hosts.ts';
import { createJob, takeJob } from '../../src/service/store/jobs.ts';
import { invite, pageInvitations, makeInvitationToken } from '../../src/service/store/invitations.ts';
import { createServiceKey, revokeServiceKey } from '../../src/service/store/serviceKeys.ts';
import { saveConnectedProvider } from '../../src/service/store/providerKeys.ts';
import { saveTextOnlyModels } from '../../src/service/store/textOnlyModels.ts';
import { makeSignInToken } from '../../src/service/store/sessions.ts';
import { listBudgets, saveBudget } from '../../src/service/store/budgets.ts';
import { savePrice } from '../../src/service/store/prices.ts';
import { createTrainingRun, endTrainingRun } from '../../src/service/store/trainingRuns.ts';
import { testApp } from '../support/service/testApp.ts';
import type { Ask, TestApp } from '../support/service/testApp.ts';

/** Everybody who may knock. */
const everybody = [
  'owner',
  'admin',
  'editor',
  'viewer',
  'personOfNoTeam',
  'serviceKey',
  'keyOfAnotherWorkspace',
  'workerKey',
  'revokedKey',
  'malformedKey',
  'nobody',
] as const;
type Who = (typeof everybody)[number];

const members = ['owner', 'admin', 'editor', 'viewer'] as const;

/** What a case needs to make its request; each request gets subjects of its own. */
interface World extends TestApp {
  workspaceId: string;
  owner: Parameters<typeof createServiceKey>[1]['actor'];
  hostId: string;
  newMember: () => string;
  admin: () => string;
}

interface Case {
  may: readonly Who[];
  /** The status that those who may get. */
  status: number;
  /** What the other members are told. */
  members?: 'Workspace owner access required' | 'Permission denied for this operation';
  path: (world: World) => string;
  body?: (world: World) => unknown;
}

const ownerOnly = { may: ['owner'] as const, members: 'Workspace owner access required' as const };
const denied = 'Permission denied for this operation' as const;
const reports = { may: ['owner', 'admin', 'editor', 'serviceKey'], members: denied } as const;

function connect({ store, workspaceId, owner }: World, provider: string): void {
  const parts = { label: 'P', baseUrl: 'https://p.example', key: 'k', actor: owner };
  saveConnectedProvider(store, { workspaceId, provider, ...parts });
}

const textOnly = () => ({ describedBy: 'offline/describer', models: ['access/text'] });
const always = (path: string) => () => path;

/** Every route with who may. A route that is missing here fails the test below. */
const cases: Record<string, Case> = {
  'GET /api/account/summary': {
    may: [...members, 'serviceKey'],
    status: 200,
    path: always('/api/account/summary'),
  },
  'GET /api/info': { may: everybody, status: 200, path: always('/api/info') },
  'GET /api/models/completed': {
    may: [...members, 'serviceKey'],
    status: 200,
    path: always('/api/models/completed'),
  },
  'GET /api/teams': { may: [...members, 'serviceKey'], status: 200, path: always('/api/teams') },
  'POST /api/teams': {
    may: members,
    status: 201,
    path: always('/api/teams'),
    body: () => ({ username: `team-${unique()}`, fullName: 'A team' }),
  },

  'GET /api/api-keys': { ...ownerOnly, status: 200, path: always('/api/api-keys') },
  'POST /api/api-keys': {
    ...ownerOnly,
    status: 201,
    path: always('/api/api-keys'),
    body: () => ({ name: 'laptop' }),
  },
  'DELETE /api/api-keys': {
    ...ownerOnly,
    status: 200,
    path: world => `/api/api-keys?keyId=${someKey(world).id}`,
  },
  'GET /api/api-keys/{keyId}/value': {
    ...ownerOnly,
    status: 200,
    path: world => `/api/api-keys/${someKey(world).id}/value`,
  },

  'GET /api/provider-keys': { may: members, status: 200, path: always('/api/provider-keys') },
  'PUT /api/provider-keys/{provider}': {
    ...ownerOnly,
    status: 200,
    path: always('/api/provider-keys/openai'),
    body: () => ({ key: 'not-a-real-key' }),
  },
  'DELETE /api/provider-keys/{provider}': {
    ...ownerOnly,
    status: 200,
    path: world => {
      const provider = `p-${unique()}`;
      connect(world, provider);
      return `/api/provider-keys/${provider}`;
    },
  },

  'GET /api/text-only-models': { may: members, status: 200, path: always('/api/text-only-models') },
  'PUT /api/text-only-models': {
    may: ['owner', 'admin'],
    members: denied,
    status: 200,
    path: always('/api/text-only-models'),
    body: world => {
      connect(world, 'access');
      return textOnly();
    },
  },
  'DELETE /api/text-only-models': {
    may: ['owner', 'admin'],
    members: denied,
    status: 200,
    path: ({ store, workspaceId, owner }) => {
      saveTextOnlyModels(store, { workspaceId, ...textOnly(), actor: owner });
      return '/api/text-only-models';
    },
  },

  'GET /api/members': { may: members, status: 200, path: always('/api/members') },
  'POST /api/members': {
    ...ownerOnly,
    status: 200,
    path: always('/api/members'),
    body: () => ({ email: `${unique()}@example.com`, role: 'viewer' }),
  },
  'POST /api/members/transfer-ownership': {
    ...ownerOnly,
    // Handing over for real would end the owner's part in this table: the target is no admin.
    status: 400,
    path: always('/api/members/transfer-ownership'),
    body: world => ({ targetUserId: world.newMember() }),
  },
  'PATCH /api/members/{userId}': {
    ...ownerOnly,
    status: 200,
    path: world => `/api/members/${world.newMember()}`,
    body: () => ({ role: 'editor' }),
  },
  'DELETE /api/members/{userId}': {
    ...ownerOnly,
    status: 200,
    path: world => `/api/members/${world.newMember()}`,
  },
  'POST /api/invitations/{inviteId}/link': {
    ...ownerOnly,
    status: 201,
    path: world => `/api/invitations/${someInvitation(world).id}/link`,
  },
  'DELETE /api/invitations/{inviteId}': {
    ...ownerOnly,
    status: 200,
    path: world => `/api/invitations/${someInvitation(world).id}`,
  },

  'GET /api/hosts': { may: members, status: 200, path: always('/api/hosts') },
  'POST /api/hosts': { ...ownerOnly, status: 201, path: always('/api/hosts'), body: () => ({ name: 'box' }) },
  'DELETE /api/hosts/{hostId}': {
    ...ownerOnly,
    status: 200,
    path: world => `/api/hosts/${someHost(world).id}`,
  },

  'GET /api/jobs': { may: [...members, 'serviceKey'], status: 200, path: always('/api/jobs') },
  'POST /api/jobs': {
    may: ['owner', 'admin', 'editor', 'serviceKey'],
    members: denied,
    status: 201,
    path: always('/api/jobs'),
    body: () => ({ name: 'train', input: { epochs: 3 } }),
  },
  'GET /api/jobs/{jobId}': {
    may: [...members, 'serviceKey'],
    status: 200,
    path: world => `/api/jobs/${someJob(world).id}`,
  },
  'POST /api/jobs/{jobId}/cancel': {
    may: ['owner', 'admin', 'editor', 'serviceKey'],
    members: denied,
    status: 200,
    path: world => `/api/jobs/${someJob(world).id}/cancel`,
  },
  'POST /api/jobs/take': { may: ['workerKey'], members: denied, status: 200, path: always('/api/jobs/take') },
  'POST /api/jobs/give-back': {
    may: ['workerKey'],
    members: denied,
    status: 200,
    path: always('/api/jobs/give-back'),
  },
  'POST /api/jobs/{jobId}/progress': {
    may: ['workerKey'],
    members: denied,
    status: 200,
    path: world => `/api/jobs/${takenJob(world)}/progress`,
    body: () => ({ metrics: { epoch: 1 } }),
  },
  'POST /api/jobs/{jobId}/finish': {
    may: ['workerKey'],
    members: denied,
    status: 200,
    path: world => `/api/jobs/${takenJob(world)}/finish`,
    body: () => ({ state: 'done' }),
  },

  'GET /api/training-runs': {
    may: [...members, 'serviceKey'],
    status: 200,
    path: always('/api/training-runs'),
  },
  'POST /api/training-runs': {
    ...reports,
    status: 201,
    path: always('/api/training-runs'),
    body: () => ({ name: 'yolo' }),
  },
  ...Object.fromEntries(
    ['', '/metrics', '/metrics.csv', '/curves', '/events'].map(part => [
      `GET /api/training-runs/{runId}${part}`,
      {
        may: [...members, 'serviceKey'] as const,
        status: 200,
        path: (world: World) => `/api/training-runs/${someTraining(world, { ended: true })}${part}`,
      },
    ]),
  ),
  'POST /api/training-runs/{runId}/metrics': {
    ...reports,
    status: 200,
    path: world => `/api/training-runs/${someTraining(world)}/metrics`,
    body: () => ({ metrics: [{ name: 'loss', value: 1, step: 1 }] }),
  },
  ...Object.fromEntries(
    ['finish', 'fail'].map(end => [
      `POST /api/training-runs/{runId}/${end}`,
      {
        ...reports,
        status: 200,
        path: (world: World) => `/api/training-runs/${someTraining(world)}/${end}`,
        body: () => ({}),
      },
    ]),
  ),

  'GET /api/activity': {
    may: ['owner', 'admin'],
    members: denied,
    status: 200,
    path: always('/api/activity'),
  },
  'GET /api/activity/export': {
    may: ['owner', 'admin'],
    members: denied,
    status: 200,
    path: always('/api/activity/export'),
  },
  'GET /api/usage': {
    ...ownerOnly,
    may: ['owner', 'serviceKey'],
    status: 200,
    path: always('/api/usage'),
  },

  'POST /api/shared-answers/find': {
    may: [...members, 'serviceKey'],
    status: 200,
    path: always('/api/shared-answers/find'),
    body: () => ({ keys: ['0'.repeat(64)] }),
  },
  'POST /api/shared-answers': {
    ...reports,
    status: 200,
    path: always('/api/shared-answers'),
    body: () => ({ answers: [{ key: '0'.repeat(64), text: 'A cat.', model: 'm', width: 1, height: 1 }] }),
  },
  'DELETE /api/shared-answers': { ...ownerOnly, status: 200, path: always('/api/shared-answers') },

  'GET /api/prices': { may: [...members, 'serviceKey'], status: 200, path: always('/api/prices') },
  'PUT /api/prices': {
    ...ownerOnly,
    status: 200,
    path: always('/api/prices'),
    body: () => ({ model: 'p/model', input: 1, output: 2 }),
  },
  'DELETE /api/prices': {
    ...ownerOnly,
    status: 200,
    path: ({ store, workspaceId, owner }) => {
      const model = `p/${unique()}`;
      savePrice(store, { workspaceId, actor: owner, model, input: 1, output: 2 });
      return `/api/prices?model=${model}`;
    },
  },
  'GET /api/spend': { ...ownerOnly, status: 200, path: always('/api/spend') },
  'GET /api/spend/export': { ...ownerOnly, status: 200, path: always('/api/spend/export') },
  'GET /api/budgets': { ...ownerOnly, status: 200, path: always('/api/budgets') },
  'PUT /api/budgets': {
    ...ownerOnly,
    status: 200,
    path: always('/api/budgets'),
    body: () => ({ period: 'month', dollars: 100 }),
  },
  'DELETE /api/budgets/{budgetId}': {
    ...ownerOnly,
    status: 200,
    path: ({ store, workspaceId, owner }) => {
      const period = 'week' as const;
      saveBudget(store, { workspaceId, actor: owner, keyId: unique(), period, nano: 1e9, subject: 'key' });
      return `/api/budgets/${listBudgets(store, workspaceId).at(-1)?.id}`;
    },
  },

  'GET /api/v1/models': { may: ['serviceKey'], members: denied, status: 200, path: always('/api/v1/models') },
  'POST /api/v1/responses': {
    may: ['serviceKey'],
    members: denied,
    status: 200,
    path: always('/api/v1/responses'),
    body: () => ({ model: 'offline/describer', input: 'hello' }),
  },
  'POST /api/v1/chat/completions': {
    may: ['serviceKey'],
    members: denied,
    status: 200,
    path: always('/api/v1/chat/completions'),
    body: () => ({ model: 'offline/describer', messages: [{ role: 'user', content: 'hello' }] }),
  },

  ...Object.fromEntries(
    ['POST responses', 'POST chat/completions', 'GET models'].map(route => {
      const [method = '', name = ''] = route.split(' ');
      const asked: Case = {
        may: [],
        members: denied,
        status: 200,
        path: always(`/api/dedicated/fast/v1/${name}`),
        ...(method === 'POST' ? { body: () => ({ model: 'any', input: 'hello' }) } : {}),
      };
      return [`${method} /api/dedicated/{name}/v1/${name}`, asked];
    }),
  ),

  'GET /api/session': { may: members, status: 200, path: always('/api/session') },
  'POST /api/session/link': { may: members, status: 201, path: always('/api/session/link') },
  'GET /api/sessions': { may: members, status: 200, path: always('/api/sessions') },
  'DELETE /api/sessions/{sessionId}': {
    may: members,
    status: 404,
    path: always('/api/sessions/session_0'),
  },
  // Signing out is tried with the session routes; here it would end the sessions of the table.
  'DELETE /api/session': { may: [], status: 200, path: always('/api/session?owner=nowhere') },
  'DELETE /api/sessions': { may: [], status: 200, path: always('/api/sessions?owner=nowhere') },

  // Open to all: a token in the body is what they are about.
  'POST /api/session': {
    may: everybody,
    status: 200,
    path: always('/api/session'),
    body: world => ({ token: makeSignInToken(world.store, world.owner.id, 'personal').token }),
  },
  'POST /api/invitations/accept': {
    may: everybody,
    // Members that are signed in are told so; the others become members.
    status: 200,
    path: always('/api/invitations/accept'),
    body: world => ({
      token: makeInvitationToken(world.store, someInvitation(world), world.owner).token,
      name: 'New',
      username: `new-${unique()}`,
    }),
  },
  'POST /api/hosts/connect': {
    may: everybody,
    status: 201,
    path: always('/api/hosts/connect'),
    body: world => ({
      token: createHost(world.store, { workspaceId: world.workspaceId, name: 'box', actor: world.owner })
        .token,
    }),
  },
  'GET /api/openapi.json': { may: everybody, status: 200, path: always('/api/openapi.json') },
};

let counter = 0;
const unique = () => `${(counter += 1)}`;

const someKey = ({ store, workspaceId, owner }: World) =>
  createServiceKey(store, { workspaceId, name: 'key', prefix: 'sl_', actor: owner }).serviceKey;

function someInvitation({ store, workspaceId, owner }: World) {
  const email = `${unique()}@example.com`;
  invite(store, workspaceId, { email, role: 'viewer' }, owner);
  const invitation = pageInvitations(store, workspaceId, { limit: 100 }).rows.find(
    one => one.email === email,
  );
  if (invitation === undefined) throw new Error('No invitation.');
  return invitation;
}

const someHost = ({ store, workspaceId, owner }: World) =>
  createHost(store, { workspaceId, name: 'host', actor: owner }).host;

const someJob = ({ store, workspaceId, owner }: World) =>
  createJob(store, { workspaceId, name: 'job', input: 'null', actor: owner });

function someTraining({ store, workspaceId, owner }: World, { ended = false } = {}): string {
  const run = createTrainingRun(store, {
    ...{ workspaceId, name: 'yolo', model: undefined, tags: [], config: undefined, actor: owner },
  });
  if (ended) endTrainingRun(store, run, { state: 'finished' });
  return run.id;
}

function takenJob(world: World): string {
  const { store, workspaceId, hostId, owner } = world;
  store.database.run("UPDATE jobs SET state = 'cancelled', finished_at = 1 WHERE state = 'queued'");
  createJob(store, { workspaceId, hostId, name: 'job', input: 'null', actor: owner });
  return takeJob(store, workspaceId, hostId)?.id ?? '';
}

let world: World;
let credentials: Record<Who, Ask>;
beforeAll(() => {
  ({ world, credentials } = makeWorld());
});

/** A team with all who may knock at it, and how each of them does. */
function makeWorld(): { world: World; credentials: Record<Who, Ask> } {
  const service = testApp({ cleanUp: afterAll });
  const { store } = service;
  const { workspace, members } = service.team();
  const outsider = service.person('outsider');
  const { owner } = members;
  const make = (workspaceId: string) =>
    createServiceKey(store, { workspaceId, name: 'key', prefix: 'sl_', actor: owner.actor });
  const revoked = make(workspace.id);
  revokeServiceKey(store, revoked.serviceKey, owner.actor);
  const { token } = createHost(store, { workspaceId: workspace.id, name: 'host', actor: owner.actor });
  const host = connectHost(store, token);
  const world: World = {
    ...service,
    workspaceId: workspace.id,
    owner: owner.actor,
    hostId: host?.host.id ?? '',
    newMember: () => {
      const { user } = service.person(`member-${unique()}`);
      store.database.run(
        "INSERT INTO memberships (workspace_id, user_id, role, joined_at) VALUES (?, ?, 'viewer', 1)",
        workspace.id,
        user.id,
      );
      return user.id;
    },
    admin: () => members.admin.user.id,
  };
  return {
    world,
    credentials: {
      owner: { session: owner.session },
      admin: { session: members.admin.session },
      editor: { session: members.editor.session },
      viewer: { session: members.viewer.session },
      personOfNoTeam: { session: outsider.session },
      serviceKey: { key: make(workspace.id).key },
      keyOfAnotherWorkspace: { key: make(outsider.workspace.id).key },
      workerKey: { key: host?.workerKey ?? '' },
      revokedKey: { key: revoked.key },
      malformedKey: { key: 'sl_0123' },
      nobody: {},
    },
  };
}

function expected(who: Who, { may, status, members: told }: Case): [number, string | undefined] {
  if (may.includes(who)) return [status, undefined];
  if (who === 'revokedKey' || who === 'malformedKey' || who === 'nobody') return [401, 'Invalid API key'];
  return [403, (members as readonly Who[]).includes(who) ? told : denied];
}

/** Pages and words that say nothing of anybody. */
const forAnybody = ['/healthz', '/readyz', '/robots.txt', '/api'];

test('the table has every route, and no other', () => {
  const { app } = testApp();
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !forAnybody.includes(path))
    .map(({ method, path }) => `${method} ${path.replace(/:([^/]+)/g, '{$1}')}`);
  expect(Object.keys(cases).sort()).toEqual([...new Set(routes)].sort());
});

test('every route but the description itself is described', async () => {
  const { ask } = testApp();
  const { body } = await ask<{ paths: Record<string, object> }>('GET', '/api/openapi.json');
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  expect([...described, 'GET /api/openapi.json'].sort()).toEqual(Object.keys(cases).sort());
});

test.each(Object.entries(cases))('%s: who may, and what the others are told', async (route, entry) => {
  const method = route.split(' ')[0] ?? '';
  const outcome: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const who of everybody) {
    const path = entry.path(world);
    const answer = await world.ask<{ error?: string }>(
      method,
      path.includes('owner=') ? path : `${path}${path.includes('?') ? '&' : '?'}owner=acme`,
      { ...credentials[who], ...(entry.body === undefined ? {} : { body: entry.body(world) }) },
    );
    const [status, error] = expected(who, entry);
    outcome[who] = [answer.status, error === undefined ? undefined : answer.body.error];
    wanted[who] = [status, error];
    if (route === 'POST /api/invitations/accept' && answer.status === 409) wanted[who] = [409, undefined];
  }
  expect(outcome).toEqual(wanted);
});
