import { expect, test } from 'vitest';
import { createHost } from '../../src/service/store/hosts.ts';
import { invite } from '../../src/service/store/invitations.ts';
import { createJob, finishJob, takeJob } from '../../src/service/store/jobs.ts';
import { createServiceKey, pageServiceKeys } from '../../src/service/store/serviceKeys.ts';
import { countedModels } from '../../src/service/store/usage.ts';
import { testApp } from '../support/service/testApp.ts';
import type { Answer } from '../support/service/testApp.ts';

/** A team with `count` of each thing that lists have. */
function filled(count: number) {
  const world = testApp();
  const { store, dependencies } = world;
  const { workspace, members } = world.team();
  const { actor, session } = members.owner;
  const workspaceId = workspace.id;
  store.database.transaction(() => {
    for (let number = 0; number < count; number++) {
      const name = `n${number}`;
      const { serviceKey } = createServiceKey(store, { workspaceId, name, prefix: 'sl_', actor });
      createHost(store, { workspaceId, name, actor });
      createJob(store, { workspaceId, name, input: '1', actor, hostId: number % 2 ? 'host_1' : 'host_2' });
      invite(store, workspaceId, { email: `${name}@example.org`, role: 'viewer' }, actor);
      dependencies.usage.countGateway({
        ...{ workspaceId, keyId: serviceKey.id, keyName: name, memberId: actor.id, model: 'p/m' },
        ...{ inputTokens: 1, outputTokens: 1 },
      });
    }
    for (let taken = 0; taken < 3; taken++) {
      const job = takeJob(store, workspaceId, 'host_1');
      finishJob(store, job?.id ?? '', { state: 'done' });
    }
  });
  return { ...world, workspace, session, actor };
}

type World = ReturnType<typeof filled>;
interface Row {
  id?: number;
  keyId?: string;
  jobId?: string;
  hostId?: string;
  email?: string;
}

/** Follows the Link header from page to page; gives each page's rows. */
async function walk({ ask, session }: World, place: string, member: string): Promise<Row[][]> {
  const pages: Row[][] = [];
  let next: string | undefined = place;
  while (next !== undefined && pages.length < 50) {
    const { status, body, headers }: Answer<Record<string, Row[]>> = await ask('GET', next, { session });
    expect(status).toBe(200);
    pages.push(body[member] ?? []);
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
}

const name = (row: Row) => row.id ?? row.keyId ?? row.jobId ?? row.hostId ?? row.email;

test.each([
  ['/api/api-keys', 'keys', 25],
  ['/api/jobs', 'jobs', 25],
  ['/api/jobs?state=done', 'jobs', 3],
  ['/api/jobs?hostId=host_1', 'jobs', 12],
  ['/api/jobs?hostId=host_1&state=queued', 'jobs', 9],
  ['/api/hosts', 'hosts', 25],
  ['/api/usage', 'usage', 25],
  ['/api/members', 'members', 29],
] as const)(
  '%s comes page by page, each row once, in the order of one page',
  async (place, member, count) => {
    const world = filled(25);
    const address = `${place}${place.includes('?') ? '&' : '?'}owner=acme`;
    const [whole = [], ...further] = await walk(world, address, member);
    expect(further).toEqual([]);
    expect(whole).toHaveLength(count);
    expect(new Set(whole.map(name)).size).toBe(count);
    for (const limit of [1, 2, 4]) {
      const pages = await walk(world, `${address}&limit=${limit}`, member);
      expect(pages.flat().map(name)).toEqual(whole.map(name));
      expect(pages).toHaveLength(Math.ceil(count / limit));
    }
  },
);

test('without a limit a page has at most 100 rows', async () => {
  const world = filled(120);
  for (const [list, member] of [
    ['api-keys', 'keys'],
    ['usage', 'usage'],
    ['hosts', 'hosts'],
    ['members', 'members'],
  ] as const) {
    const pages = await walk(world, `/api/${list}?owner=acme`, member);
    expect([list, pages[0]?.length, pages.length]).toEqual([list, 100, 2]);
  }
  expect((await walk(world, '/api/jobs?owner=acme', 'jobs')).map(page => page.length)).toEqual([50, 50, 20]);
});

test('the next page is named in the body too, where the contract leaves room', async () => {
  const { ask, session } = filled(3);
  for (const list of ['usage', 'jobs', 'hosts', 'activity']) {
    const { body } = await ask('GET', `/api/${list}?owner=acme&limit=2`, { session });
    expect([list, body['next']]).toEqual([list, expect.anything()]);
    const last = await ask('GET', `/api/${list}?owner=acme&limit=200`, { session });
    expect([list, last.body['next'], last.headers.get('link')]).toEqual([list, undefined, null]);
  }
});

test('what is made or removed while somebody turns pages moves no other row', () => {
  const { store, workspace, actor } = filled(10);
  const page = (cursor?: string) => pageServiceKeys(store, workspace.id, { limit: 3, cursor });
  const names = (rows: readonly { name: string }[]) => rows.map(row => row.name);
  const first = page();
  expect(names(first.rows)).toEqual(['n9', 'n8', 'n7']);
  expect(first.previous).toBeUndefined();
  createServiceKey(store, { workspaceId: workspace.id, name: 'new', prefix: 'sl_', actor });
  store.database.run("DELETE FROM service_keys WHERE name = 'n7'");
  const second = page(first.next);
  expect(names(second.rows)).toEqual(['n6', 'n5', 'n4']);
  const third = page(second.next);
  expect(names(page(third.previous).rows)).toEqual(['n6', 'n5', 'n4']);
  expect(names(page(page(third.previous).previous).rows)).toEqual(['new', 'n9', 'n8']);
});

test('a cursor of nobody or of another list is refused', async () => {
  const { ask, session } = filled(3);
  const { body } = await ask('GET', '/api/jobs?owner=acme&limit=1', { session });
  for (const cursor of ['x', 'bnVsbA', String(body['next'])]) {
    const refused = await ask('GET', `/api/api-keys?owner=acme&cursor=${cursor}`, { session });
    expect([cursor, refused.status]).toEqual([cursor, 400]);
    expect(refused.body['error']).toContain('cursor');
  }
});

test("a key's models are counted each for itself up to a number, the others together", async () => {
  const { ask, dependencies, store, workspace, session } = filled(1);
  const use = (model: string) => {
    const key = { workspaceId: workspace.id, keyId: 'key_many', keyName: 'many', memberId: 'user_1' };
    dependencies.usage.countGateway({ ...key, model, inputTokens: 2, outputTokens: 3 });
  };
  for (let number = 0; number < countedModels + 30; number++) use(`p/model-${number}`);
  dependencies.usage.flush();
  for (const model of ['p/model-0', 'p/once-more', 'p/once-more']) use(model);
  const { body } = await ask<{ usage: { keyName: string; model: string; requests: number }[] }>(
    'GET',
    '/api/usage?owner=acme&limit=200',
    { session },
  );
  const ofKey = body.usage.filter(({ keyName }) => keyName === 'many');
  expect(ofKey).toHaveLength(countedModels + 1);
  expect(ofKey.find(({ model }) => model === 'other')).toMatchObject({ requests: 32, inputTokens: 64 });
  expect(ofKey.find(({ model }) => model === 'p/model-0')).toMatchObject({ requests: 2 });
  expect(store.database.get('SELECT sum(requests) AS sum FROM usage')).toEqual({ sum: countedModels + 34 });
});
