import { connect } from 'node:net';
import { onTestFinished, expect, test } from 'vitest';
import { createServiceKey, revokeServiceKey } from '../../src/service/store/serviceKeys.ts';
import { startService } from '../../src/service/startService.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { firstOwner } from '../../src/service/store/people.ts';
import { findOwnWorkspace } from '../../src/service/store/workspaces.ts';
import { dataFolder } from '../support/service/dataFolder.ts';

/** A service on a loopback port, with a key and a run. */
async function running(options: Partial<ServiceOptions> = {}) {
  const dataDir = dataFolder();
  const clock = { now: Date.now() };
  const service = await startService({
    ...{ dataDir, clock: () => clock.now, rateLimits: { default: 1e6, metrics: 1e6, training: 1e6 } },
    ...options,
    training: { look: 20, keepAlive: 50, ...options.training },
  });
  const store = openStore({ dataDir });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= service.close());
  onTestFinished(async () => {
    store.close();
    await close();
  });
  const owner = firstOwner(store, 'Owner');
  const workspaceId = findOwnWorkspace(store, owner.id)?.id ?? '';
  const actor = { kind: 'user', id: owner.id, name: 'Owner' } as const;
  const { key, serviceKey } = createServiceKey(store, { workspaceId, name: 'k', prefix: 'sl_', actor });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown = {}) => {
    const url = `${service.url}/api/training-runs${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { runId: string; error?: string };
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };
  const { runId } = await post('', { name: 'yolo' });
  const watch = (query = '', more: Record<string, string> = {}) =>
    Watcher.open(`${service.url}/api/training-runs/${runId}/events${query}`, { ...headers, ...more });
  return {
    ...{ service, clock, key, runId, post, watch, close },
    revoke: () => revokeServiceKey(store, serviceKey, actor),
  };
}

/** Somebody who reads a run's events. */
class Watcher {
  readonly events: { kind: string; id?: string; data: Record<string, unknown> }[] = [];
  readonly points = new Map<number, unknown>();
  keepAlives = 0;
  over = false;
  readonly #abort = new AbortController();

  static async open(url: string, headers: Record<string, string>): Promise<Watcher> {
    const watcher = new Watcher();
    const response = await fetch(url, { headers, signal: watcher.#abort.signal });
    if (!response.ok) throw new Error(String(response.status));
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    void watcher.#read(response.body ?? new ReadableStream()).catch(() => undefined);
    onTestFinished(() => watcher.close());
    return watcher;
  }

  close(): void {
    this.#abort.abort();
  }

  get kinds(): string[] {
    return this.events.map(({ kind }) => kind);
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of body) {
      text += decoder.decode(part, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
    this.over = true;
  }

  #take(block: string): void {
    if (block.startsWith(':')) {
      this.keepAlives += 1;
      return;
    }
    const lines = new Map(
      block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const data = JSON.parse(lines.get('data') ?? '{}') as { points?: Record<string, [number, unknown][]> };
    const id = lines.get('id');
    this.events.push({ kind: lines.get('event') ?? '', ...(id === undefined ? {} : { id }), data });
    for (const points of Object.values(data.points ?? {}))
      for (const [step, value] of points) this.points.set(step, value);
  }
}

const batch = (start: number, count: number) => ({
  metrics: Array.from({ length: count }, (_, index) => ({
    ...{ name: 'train/loss', step: start + index, value: Math.exp(-(start + index) / 50_000) },
  })),
});

test('who watches sees the run, its points and its end as they come, and then the stream ends', async () => {
  const { runId, post, watch } = await running();
  const watcher = await watch();
  await expect.poll(() => watcher.kinds).toEqual(['run']);
  await post(`/${runId}/metrics`, { metrics: [{ name: 'loss', value: 'NaN', step: 3 }] });
  await expect.poll(() => watcher.kinds).toEqual(['run', 'points']);
  expect([...watcher.points]).toEqual([[3, 'NaN']]);
  await expect.poll(() => watcher.keepAlives).toBeGreaterThan(1);
  await post(`/${runId}/finish`);
  await expect.poll(() => watcher.over).toBe(true);
  expect(watcher.kinds).toEqual(['run', 'points', 'run', 'end']);
  expect(watcher.events[2]?.data).toMatchObject({ state: 'finished', points: 1 });
});

test('who comes back goes on after the last event, by the header or by the address', async () => {
  const { runId, post, watch } = await running();
  const first = await watch();
  await post(`/${runId}/metrics`, batch(0, 10));
  await expect.poll(() => first.points.size).toBe(10);
  const id = first.events.at(-1)?.id ?? '';
  first.close();
  await post(`/${runId}/metrics`, batch(10, 5));
  const [byHeader, byAddress] = [await watch('', { 'last-event-id': id }), await watch(`?after=${id}`)];
  for (const watcher of [byHeader, byAddress])
    await expect.poll(() => [...watcher.points.keys()]).toEqual([10, 11, 12, 13, 14]);
  // A place that this run never had: all is told.
  const lost = await watch('?after=999999');
  await expect.poll(() => lost.points.size).toBe(15);
});

test('a script that dies is told to who watches, without anybody asking', async () => {
  const { clock, runId, post, watch } = await running();
  const watcher = await watch();
  await expect.poll(() => watcher.kinds).toEqual(['run']);
  clock.now += 10 * 60_000 + 1;
  await expect.poll(() => watcher.events.at(-1)?.data.state).toBe('interrupted');
  await post(`/${runId}/metrics`, batch(0, 1));
  await expect.poll(() => watcher.kinds).toEqual(['run', 'run', 'points', 'run']);
  expect(watcher.events.at(-1)?.data.state).toBe('running');
});

test('a revoked key watches no more', async () => {
  const { watch, revoke, close } = await running();
  const watcher = await watch();
  await expect.poll(() => watcher.kinds).toEqual(['run']);
  revoke();
  await expect.poll(() => watcher.over, { timeout: 5000 }).toBe(true);
  await expect(watch()).rejects.toThrow('401');
  await close();
});

test('the service ends though somebody watches', async () => {
  const { watch, close } = await running();
  const watcher = await watch();
  await close();
  await expect.poll(() => watcher.over).toBe(true);
});

test('more watchers than there may be are asked to come later', async () => {
  const { watch } = await running({ training: { watchersOfWorkspace: 2 } });
  const first = await watch();
  await watch();
  await expect(watch()).rejects.toThrow('429');
  first.close();
  await expect.poll(async () => watch().then(() => 'in', String)).toBe('in');
});

test('100,000 points reach five watchers; a sixth that stalls is dropped and costs nobody anything', async () => {
  const { service, key, runId, post, watch } = await running({
    training: { stall: 1500, watchersOfWorkspace: 6 },
  });
  const { hostname, port } = new URL(service.url);
  const stalled = connect(Number(port), hostname);
  onTestFinished(() => void stalled.destroy());
  stalled.write(
    `GET /api/training-runs/${runId}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  await new Promise(resolve => stalled.once('readable', resolve));
  stalled.pause();
  const dropped = new Promise<boolean>(resolve => {
    stalled.once('close', () => resolve(true)).once('error', () => undefined);
  });
  const watchers = await Promise.all(Array.from({ length: 5 }, () => watch()));
  const begin = performance.now();
  for (let step = 0; step < 100_000; step += 2000) await post(`/${runId}/metrics`, batch(step, 2000));
  const posted = performance.now();
  for (const watcher of watchers)
    await expect.poll(() => watcher.points.size, { timeout: 60_000 }).toBe(100_000);
  const told = performance.now();
  for (const watcher of watchers) {
    expect(watcher.events.filter(({ kind }) => kind === 'points')).toHaveLength(50);
    expect(watcher.over).toBe(false);
  }
  console.info(`posted in ${Math.round(posted - begin)} ms, told ${Math.round(told - posted)} ms later`);
  // It is dropped, and its place is free, once the system's buffers take no more for it: how much they hold is the machine's.
  let points = 100_000;
  while ((await watch().catch(String)) === 'Error: 429' && points < 1_500_000)
    for (let posts = 0; posts < 5; posts += 1, points += 2000)
      await post(`/${runId}/metrics`, batch(points, 2000));
  // What it was sent lies in the system's buffers: it hears of its end when it reads again.
  let taken = 0;
  stalled.on('data', part => (taken += part.length));
  stalled.resume();
  expect(await dropped).toBe(true);
  expect(taken).toBeGreaterThan(0);
  await post(`/${runId}/metrics`, batch(points, 1));
  for (const watcher of watchers) await expect.poll(() => watcher.points.size).toBe(points + 1);
}, 120_000);
