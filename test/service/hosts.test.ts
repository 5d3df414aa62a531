import { expect, test } from 'vitest';
import type { z } from 'zod';
import type {
  connectedHostShape,
  createdHostShape,
  hostListShape,
  jobDetailShape,
  jobShape,
  takenJobShape,
} from '../../src/platform/shapes.ts';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { testApp } from '../support/service/testApp.ts';
import type { TestApp } from '../support/service/testApp.ts';

type Created = z.infer<typeof createdHostShape>;
type Job = z.infer<typeof jobShape>;

async function connected({ ask }: TestApp, session: string, name = 'box') {
  const created = await ask<Created>('POST', '/api/hosts', { session, body: { name } });
  const { token } = created.body;
  const { body } = await ask<z.infer<typeof connectedHostShape>>('POST', '/api/hosts/connect', {
    body: { token },
  });
  return { ...body, token };
}

const put = async ({ ask }: TestApp, session: string, body: object) =>
  (await ask<Job>('POST', '/api/jobs', { session, body })).body;
const take = async ({ ask }: TestApp, key: string) =>
  (await ask<z.infer<typeof takenJobShape>>('POST', '/api/jobs/take', { key })).body.job;

test('a host trades its token for a worker key once, within ten minutes', async () => {
  const service = testApp();
  const { ask, advance } = service;
  const { session } = service.team().members.owner;
  const host = await connected(service, session);
  expect(host.workerKey).toMatch(/^wk_[0-9a-f]{40}$/);
  expect((await ask('POST', '/api/hosts/connect', { body: { token: host.token } })).status).toBe(401);
  const late = await ask<Created>('POST', '/api/hosts', { session, body: { name: 'late' } });
  advance(10 * 60 * 1000);
  expect((await ask('POST', '/api/hosts/connect', { body: { token: late.body.token } })).status).toBe(401);
  const { hosts } = (await ask<z.infer<typeof hostListShape>>('GET', '/api/hosts', { session })).body;
  expect(hosts.map(({ name, status }) => [name, status])).toEqual([
    ['late', 'expired'],
    ['box', 'connected'],
  ]);
});

test('a worker key is not among the keys', async () => {
  const service = testApp();
  const { session } = service.team().members.owner;
  const host = await connected(service, session);
  const keys = await service.ask('GET', '/api/api-keys', { session });
  expect(keys.body).toEqual({ keys: [] });
  const hosts = await service.ask('GET', '/api/hosts', { session });
  expect(JSON.stringify(hosts.body)).not.toContain(host.workerKey.slice(0, 11));
});

test('a job goes its way: queued, taken once, reported on, done', async () => {
  const service = testApp();
  const { ask } = service;
  const { session } = service.team().members.owner;
  const [one, two] = [await connected(service, session, 'one'), await connected(service, session, 'two')];
  const forTwo = await put(service, session, { name: 'second', hostId: two.hostId, input: { n: 2 } });
  const forAny = await put(service, session, { name: 'first' });
  expect((await take(service, one.workerKey))?.jobId).toBe(forAny.jobId);
  expect(await take(service, one.workerKey)).toBeNull();
  expect(await take(service, two.workerKey)).toMatchObject({
    jobId: forTwo.jobId,
    state: 'running',
    input: { n: 2 },
  });
  const report = (key: string, body: object) =>
    ask('POST', `/api/jobs/${forTwo.jobId}/progress`, { key, body });
  expect((await report(one.workerKey, { metrics: { loss: 9 } })).status).toBe(403);
  await report(two.workerKey, { metrics: { loss: 0.5 } });
  expect((await report(two.workerKey, { metrics: { loss: 'low' } })).status).toBe(400);
  expect((await report(two.workerKey, { metrics: { loss: 0.25 } })).body).toMatchObject({ state: 'running' });
  const finish = () =>
    ask('POST', `/api/jobs/${forTwo.jobId}/finish`, {
      key: two.workerKey,
      body: { state: 'done', output: { best: 0.25 } },
    });
  expect((await finish()).status).toBe(200);
  expect((await finish()).status).toBe(409);
  const { body } = await ask<z.infer<typeof jobDetailShape>>('GET', `/api/jobs/${forTwo.jobId}`, { session });
  expect(body).toMatchObject({ state: 'done', output: { best: 0.25 }, metrics: { loss: 0.25 } });
  expect(body.progress.map(({ metrics }) => metrics)).toEqual([{ loss: 0.5 }, { loss: 0.25 }]);
});

test('a cancelled job tells its host so and stays cancelled', async () => {
  const service = testApp();
  const { ask } = service;
  const { session } = service.team().members.owner;
  const host = await connected(service, session);
  const { jobId } = await put(service, session, { name: 'train' });
  await take(service, host.workerKey);
  const cancel = () => ask('POST', `/api/jobs/${jobId}/cancel`, { session });
  expect((await cancel()).body).toEqual({ jobId, state: 'cancelled' });
  expect((await cancel()).status).toBe(409);
  const report = await ask('POST', `/api/jobs/${jobId}/progress`, {
    key: host.workerKey,
    body: { metrics: { epoch: 1 } },
  });
  expect(report.body).toEqual({ jobId, state: 'cancelled' });
  const finish = await ask('POST', `/api/jobs/${jobId}/finish`, {
    key: host.workerKey,
    body: { state: 'failed', error: 'x' },
  });
  expect(finish.status).toBe(409);
});

test('a job with a lease goes back when nothing is heard of its host; a report keeps it, and none is needed without', async () => {
  const service = testApp();
  const { ask, advance } = service;
  const { session } = service.team().members.owner;
  const [one, two] = [await connected(service, session, 'one'), await connected(service, session, 'two')];
  const leased = await put(service, session, { name: 'leased' });
  const takeLeased = async (key: string) =>
    (await ask<z.infer<typeof takenJobShape>>('POST', '/api/jobs/take', { key, body: { lease: 30 } })).body
      .job;
  expect((await takeLeased(one.workerKey))?.jobId).toBe(leased.jobId);
  advance(20_000);
  const report = () =>
    ask('POST', `/api/jobs/${leased.jobId}/progress`, { key: one.workerKey, body: { metrics: {} } });
  expect((await report()).body).toMatchObject({ state: 'running' });
  advance(20_000);
  expect(await take(service, two.workerKey)).toBeNull();
  advance(11_000);
  expect((await takeLeased(two.workerKey))?.jobId).toBe(leased.jobId);
  expect((await report()).status).toBe(403);
  await put(service, session, { name: 'unleased' });
  expect((await take(service, one.workerKey))?.name).toBe('unleased');
  advance(24 * 3600_000);
  expect((await take(service, one.workerKey))?.jobId).toBe(leased.jobId);
});

test('a host gives its jobs back, each to whom it was meant for', async () => {
  const service = testApp();
  const { ask } = service;
  const { session } = service.team().members.owner;
  const [one, two] = [await connected(service, session, 'one'), await connected(service, session, 'two')];
  const forOne = await put(service, session, { name: 'for one', hostId: one.hostId });
  const forAny = await put(service, session, { name: 'for any' });
  await take(service, one.workerKey);
  await take(service, one.workerKey);
  const given = () => ask('POST', '/api/jobs/give-back', { key: one.workerKey });
  expect((await given()).body).toEqual({ givenBack: 2 });
  expect((await given()).body).toEqual({ givenBack: 0 });
  expect((await take(service, two.workerKey))?.jobId).toBe(forAny.jobId);
  expect(await take(service, two.workerKey)).toBeNull();
  expect((await take(service, one.workerKey))?.jobId).toBe(forOne.jobId);
});

test('disconnecting ends the worker key and the open jobs together, and no others', async () => {
  const service = testApp();
  const { ask } = service;
  const { session } = service.team().members.owner;
  const [gone, stays] = [
    await connected(service, session, 'gone'),
    await connected(service, session, 'stays'),
  ];
  const jobs = [];
  for (const hostId of [gone.hostId, gone.hostId, stays.hostId])
    jobs.push(await put(service, session, { name: 'j', hostId }));
  await take(service, gone.workerKey);
  const done = await put(service, session, { name: 'anywhere' });
  const ended = await ask('DELETE', `/api/hosts/${gone.hostId}`, { session });
  expect(ended.body).toEqual({ deleted: true, hostId: gone.hostId, cancelledJobs: 2 });
  const states = await Promise.all(
    [...jobs, done].map(
      async ({ jobId }) => (await ask<Job>('GET', `/api/jobs/${jobId}`, { session })).body.state,
    ),
  );
  expect(states).toEqual(['cancelled', 'cancelled', 'queued', 'queued']);
  expect((await ask('POST', '/api/jobs/take', { key: gone.workerKey })).status).toBe(401);
  expect((await ask('DELETE', `/api/hosts/${gone.hostId}`, { session })).status).toBe(404);
});

test('jobs are listed by state and host; another workspace has none of them', async () => {
  const service = testApp();
  const { ask, store } = service;
  const { session } = service.team().members.owner;
  const other = service.person('other');
  const host = await connected(service, session);
  const { jobId } = await put(service, session, { name: 'one', hostId: host.hostId });
  await put(service, session, { name: 'two' });
  const names = async (query: string) =>
    (await ask<{ jobs: Job[] }>('GET', `/api/jobs${query}`, { session })).body.jobs.map(({ name }) => name);
  expect(await names('')).toEqual(['two', 'one']);
  expect(await names('?limit=1')).toEqual(['two']);
  expect(await names(`?hostId=${host.hostId}`)).toEqual(['one']);
  expect(await names('?state=running')).toEqual([]);
  expect((await ask('GET', '/api/jobs?state=asleep', { session })).status).toBe(400);
  const { key } = createServiceKey(store, {
    workspaceId: other.workspace.id,
    name: 'k',
    prefix: 'sl_',
    actor: other.actor,
  });
  const foreign = await ask('GET', `/api/jobs/${jobId}`, { key });
  expect([foreign.status, foreign.body]).toEqual([403, { error: 'Permission denied for this operation' }]);
  expect((await ask('GET', '/api/jobs/job_unknown', { key })).status).toBe(404);
  const stolen = await ask('POST', '/api/jobs', { key, body: { name: 'x', hostId: host.hostId } });
  expect(stolen.status).toBe(403);
});

test('of very many progress reports the newest 500 are kept', async () => {
  const service = testApp();
  const { store } = service;
  const { session } = service.team().members.owner;
  const host = await connected(service, session);
  const { jobId } = await put(service, session, { name: 'long' });
  await take(service, host.workerKey);
  store.database.transaction(() => {
    for (let epoch = 0; epoch < 600; epoch += 1)
      store.database.run(
        'INSERT INTO job_progress (job_id, at, metrics) VALUES (?, ?, ?)',
        jobId,
        epoch,
        JSON.stringify({ epoch }),
      );
  });
  const body = { metrics: { epoch: 600 } };
  await service.ask('POST', `/api/jobs/${jobId}/progress`, { key: host.workerKey, body });
  const job = await service.ask<z.infer<typeof jobDetailShape>>('GET', `/api/jobs/${jobId}`, { session });
  expect(job.body.progress).toHaveLength(500);
  expect(job.body.progress.at(-1)?.metrics).toEqual({ epoch: 600 });
});
