import { expect, test } from 'vitest';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { testApp } from '../support/service/testApp.ts';

interface Run {
  runId: string;
  state: string;
  points: number;
  error?: string;
  endedAt?: string;
  metrics: { name: string; points: number; lastStep: number; lastValue: number | string }[];
}

/** A workspace whose scripts have a service key, and another one. */
function training() {
  const world = testApp();
  const keyOf = (name: string) => {
    const { workspace, actor } = world.person(name);
    return createServiceKey(world.store, { workspaceId: workspace.id, name: 'k', prefix: 'sl_', actor }).key;
  };
  const [key, otherKey] = [keyOf('ada'), keyOf('grace')];
  const post = <Body = Run>(path: string, body: unknown = {}) =>
    world.ask<Body>('POST', `/api/training-runs${path}`, { key, body });
  const get = <Body = Run>(path: string) => world.ask<Body>('GET', `/api/training-runs${path}`, { key });
  const create = async (name = 'yolo') => (await post('', { name })).body.runId;
  return { ...world, key, otherKey, post, get, create };
}

test('a run is created, reported on, read and finished', async () => {
  const { post, get } = training();
  const config = { epochs: 3, optimizer: { name: 'SGD', lr: 0.01 } };
  const created = await post('', { name: 'yolo', model: 'yolo11n', tags: ['coco'], config });
  expect([created.status, created.body]).toMatchObject([201, { name: 'yolo', state: 'running', points: 0 }]);
  const { runId } = created.body;
  const metrics = [
    { name: 'train/loss', value: 2.5, step: 0, time: 1_700_000_000.25 },
    { name: 'train/loss', value: 1.5, step: 1, time: '2026-01-01T00:00:00Z' },
    { name: 'metrics/mAP50(B)', value: 0.25, step: 1 },
  ];
  expect((await post(`/${runId}/metrics`, { metrics })).body).toEqual({
    ...{ runId, state: 'running', kept: 3, points: 3 },
  });
  const listed = await get<{ metrics: object[] }>(`/${runId}/metrics`);
  expect(listed.body.metrics).toMatchObject([
    { name: 'train/loss', step: 0, value: 2.5, time: '2023-11-14T22:13:20.250Z' },
    { name: 'train/loss', step: 1, value: 1.5, time: '2026-01-01T00:00:00.000Z' },
    { name: 'metrics/mAP50(B)', step: 1, value: 0.25 },
  ]);
  await post(`/${runId}/finish`);
  const { body } = await get(`/${runId}`);
  expect(body).toMatchObject({
    ...{ state: 'finished', model: 'yolo11n', tags: ['coco'], config },
    metrics: [
      { name: 'metrics/mAP50(B)', lastValue: 0.25 },
      { name: 'train/loss', points: 2, lastStep: 1, lastValue: 1.5 },
    ],
  });
  expect((await post(`/${runId}/metrics`, { metrics })).status).toBe(409);
  expect((await post(`/${runId}/finish`)).status).toBe(200);
  expect((await post(`/${runId}/fail`)).status).toBe(409);
});

test('values that are no numbers are kept as what they are, and cost the rest of their batch nothing', async () => {
  const { post, get, create } = training();
  const runId = await create();
  const bare = '{"metrics":[{"name":"loss","value":NaN,"step":0},{"name":"loss","value":-Infinity,"step":1},';
  const rest =
    '{"name":"NaN","value":Infinity,"step":0},{"name":"loss","value":null,"step":2},{"name":"loss","value":1e999,"step":3},{"name":"loss","value":0.5,"step":4}]}';
  expect((await post(`/${runId}/metrics`, bare + rest)).body).toMatchObject({ kept: 6 });
  const { body } = await get<{ metrics: { name: string; value: unknown }[] }>(`/${runId}/metrics`);
  expect(body.metrics.map(({ name, value }) => [name, value])).toEqual([
    ['loss', 'NaN'],
    ['loss', '-Infinity'],
    ['loss', 'NaN'],
    ['loss', 'Infinity'],
    ['loss', 0.5],
    ['NaN', 'Infinity'],
  ]);
  const csv = await get<string>(`/${runId}/metrics.csv?name=loss`);
  expect(csv.body.split('\r\n').map(line => line.split(',')[2])).toEqual([
    ...['value', 'NaN', '-Infinity', 'NaN', 'Infinity', '0.5', undefined],
  ]);
});

test('of several points of one step the last counts, in one batch and across batches', async () => {
  const { post, get, create } = training();
  const runId = await create();
  const point = (value: number, step = 1) => ({ name: 'loss', value, step });
  await post(`/${runId}/metrics`, { metrics: [point(1), point(2), point(9, 7)] });
  const { body } = await post(`/${runId}/metrics`, { metrics: [point(3)] });
  expect(body.points).toBe(2);
  const run = await get(`/${runId}`);
  expect(run.body.metrics).toMatchObject([{ points: 2, lastStep: 7, lastValue: 9 }]);
  const { body: csv } = await get<string>(`/${runId}/metrics.csv`);
  expect(csv).toMatch(/^name,step,value,time\r\nloss,1,3,\S+Z\r\nloss,7,9,\S+Z\r\n$/);
});

test('a script that says nothing has interrupted its run; its next word resumes it', async () => {
  const { post, get, create, advance } = training();
  const runId = await create();
  advance(9 * 60_000);
  await post(`/${runId}/metrics`, { metrics: [] });
  advance(9 * 60_000);
  expect((await get(`/${runId}`)).body.state).toBe('running');
  advance(2 * 60_000);
  const interrupted = (await get<{ runs: Run[] }>('?state=interrupted')).body.runs;
  expect(interrupted).toMatchObject([{ runId, state: 'interrupted' }]);
  expect(interrupted[0]?.endedAt).toBeDefined();
  const { body } = await post(`/${runId}/metrics`, { metrics: [{ name: 'loss', value: 1, step: 1 }] });
  expect(body.state).toBe('running');
  expect((await get(`/${runId}`)).body).not.toHaveProperty('endedAt');
  advance(11 * 60_000);
  await post(`/${runId}/fail`, { error: 'out of memory' });
  expect((await get(`/${runId}`)).body).toMatchObject({ state: 'failed', error: 'out of memory' });
});

test('what is too much is refused whole, with the bound named', async () => {
  const { post, get, create } = training();
  const runId = await create();
  const points = (count: number, name = (_: number) => 'loss') =>
    Array.from({ length: count }, (_, step) => ({ name: name(step), value: step, step }));
  expect((await post(`/${runId}/metrics`, { metrics: points(2001) })).status).toBe(400);
  const many = await post<{ error: string }>(`/${runId}/metrics`, {
    metrics: points(101, step => `m${step}`),
  });
  expect([many.status, many.body.error]).toEqual([
    ...[409, 'A training run has at most 100 metrics; nothing of this request was kept'],
  ]);
  expect((await get(`/${runId}`)).body).toMatchObject({ points: 0, metrics: [] });
  expect((await post(`/${runId}/metrics`, '{"metrics":[')).status).toBe(400);
  expect((await post('', { name: 'x', config: { text: 'x'.repeat(40_000) } })).status).toBe(400);
  for (const name of ['=1+1', 'a,b', 'a"b', ' a', 'a\nb', ''])
    expect((await post(`/${runId}/metrics`, { metrics: points(1, () => name) })).status).toBe(400);
});

test('a run of another workspace is not told apart from none', async () => {
  const { create, ask, otherKey } = training();
  const runId = await create();
  for (const id of [runId, 'train_0'])
    for (const part of ['', '/metrics', '/metrics.csv', '/curves', '/events']) {
      const path = `/api/training-runs/${id}${part}`;
      const answer = await ask<{ error: string }>('GET', path, { key: otherKey });
      expect([answer.status, answer.body.error]).toEqual([404, 'Training run not found']);
    }
  const body = { metrics: [] };
  const answer = await ask('POST', `/api/training-runs/${runId}/metrics`, { key: otherKey, body });
  expect(answer.status).toBe(404);
});

test('a long curve keeps its ends, its peaks and what is no number', async () => {
  const { post, get, create } = training();
  const runId = await create();
  const value = (step: number) => (step === 3333 ? 'NaN' : step === 2500 ? 1000 : Math.sin(step / 100));
  for (let start = 0; start < 6000; start += 2000)
    await post(`/${runId}/metrics`, {
      metrics: Array.from({ length: 2000 }, (_, index) => ({
        ...{ name: 'loss', step: start + index, value: value(start + index) },
      })),
    });
  const { body } = await get<{ curves: { steps: number[]; values: unknown[]; points: number }[] }>(
    `/${runId}/curves?buckets=50`,
  );
  const [curve] = body.curves;
  expect(curve?.points).toBe(6000);
  expect(curve?.steps.length).toBeLessThanOrEqual(103);
  expect(curve?.steps).toEqual(curve?.steps.toSorted((one, other) => one - other));
  expect(curve?.values[curve.steps.indexOf(2500)]).toBe(1000);
  expect(curve?.values[curve.steps.indexOf(3333)]).toBe('NaN');
  expect([curve?.steps[0], curve?.steps.at(-1)]).toEqual([0, 5999]);
});
