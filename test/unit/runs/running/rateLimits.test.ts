import { expect, test } from 'vitest';
import { sleep } from '../../../../src/base/sleep.ts';
import type { RunProgress } from '../../../../src/runs/runProgress.ts';
import { refusal, type Reply } from '../../../support/testProvider.ts';
import { count, differentPictures, jumpingClock, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

const tooFast = (headers: Record<string, string> = {}): Reply =>
  refusal(429, { message: 'Slow down.' }, headers);
/** The clock goes on while the provider answers. */
const inSeconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

test.each([
  ['in seconds', () => ({ 'retry-after': '2' }), 2000],
  ['as a date', () => ({ 'retry-after': new Date(Date.now() + 3000).toUTCString() }), 3000],
  ['in milliseconds', () => ({ 'retry-after-ms': '1500', 'retry-after': '30' }), 1500],
])('RATE-1: a run waits as long as the server wants, who says it %s', async (_, headers, wanted) => {
  const { waits, ...clock } = jumpingClock();
  const { run, record } = await runOn(await differentPictures(1), clock);
  const seen: RunProgress[] = [];
  run.onProgress(progress => seen.push(progress));
  let first = true;
  provider.script(() => {
    if (!first) return undefined;
    first = false;
    return tooFast(headers());
  });
  expect(await run.start()).toBe('done');
  expect(provider.requests).toHaveLength(2);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeLessThanOrEqual(wanted);
  expect(waits[0]).toBeGreaterThan(wanted - 1500);
  expect(count(record, 'described')).toBe(1);
});

test('RATE-1: the person sees what a run waits for, and until when', async () => {
  const { run } = await runOn(await differentPictures(3), { sleep, now: Date.now });
  provider.script(tooFast({ 'retry-after': '60' }));
  const running = run.start();
  await expect.poll(() => run.progress.waitingUntil).toBeGreaterThan(Date.now() + 50_000);
  expect(run.progress).toMatchObject({
    phase: 'running',
    concurrency: 0,
    message: expect.stringContaining('Slow down.') as string,
  });
  run.cancel();
  expect(await running).toBe('cancelled');
  expect(provider.requests).toHaveLength(1);
});

test('RATE-2: no credit left stops the run after one request, with the rest left to resume', async () => {
  const { run, record } = await runOn(await differentPictures(20), { most: () => 8 });
  provider.script(() => refusal(429, { message: 'No credit.', code: 'insufficient_quota' }));
  expect(await run.start()).toBe('failed');
  expect(provider.requests).toHaveLength(1);
  expect(count(record, 'open')).toBe(20);
  expect(run.failure).toMatchObject({ code: 'quotaExceeded' });
  expect(run.progress).toMatchObject({
    phase: 'stopped',
    message: expect.stringMatching(/quota/) as string,
    hint: expect.stringContaining('billing') as string,
  });
  provider.reset();
  expect(await run.start()).toBe('done');
  expect(provider.requests).toHaveLength(20);
});

test('RATE-3: a run takes on the pace of the server and loses nothing', async () => {
  const { waits, ...clock } = jumpingClock();
  const { run, record } = await runOn(await differentPictures(20), { ...clock, most: () => 8 });
  // Three requests in two seconds, of the clock that jumps over the waits.
  let taken: number[] = [];
  let refused = 0;
  let asking = 0;
  let mostAfterRefusal = 0;
  let isAfterRefusal = false;
  provider.script(async request => {
    asking += 1;
    void request.closedEarly.then(() => (asking -= 1));
    if (isAfterRefusal) mostAfterRefusal = Math.max(mostAfterRefusal, asking);
    const now = clock.now();
    taken = taken.filter(time => now - time < 2000);
    if (taken.length >= 3) {
      refused += 1;
      isAfterRefusal = true;
      return tooFast({ 'retry-after': '1' });
    }
    taken.push(now);
    await sleep(1);
    isAfterRefusal = false;
    return undefined;
  });
  const described: number[] = [];
  run.onProgress(() => described.push(count(record, 'described')));
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(20);
  expect(count(record, 'failed')).toBe(0);
  expect(refused).toBeGreaterThan(3);
  // What was on its way when the first refusal came, never a burst after the wait.
  expect(mostAfterRefusal).toBeLessThanOrEqual(3);
  expect(new Set(described).size).toBeGreaterThan(5);
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(1000);
});

test('RATE-3: after a wait one question goes alone', async () => {
  const { run, record } = await runOn(await differentPictures(30), { most: () => 8 });
  let letGo = (): void => undefined;
  const probed = new Promise<undefined>(resolve => {
    letGo = () => resolve(undefined);
  });
  provider.script(() => {
    const { length } = provider.requests;
    if (length <= 12) return undefined;
    if (length === 13) return tooFast({ 'retry-after-ms': '10' });
    return probed;
  });
  const running = run.start();
  await expect.poll(() => provider.requests.length).toBeGreaterThan(13);
  await sleep(100);
  const asked = provider.requests.length;
  letGo();
  await running;
  // Those that were on their way at the refusal, and not one more until they were answered.
  expect(asked).toBeLessThanOrEqual(12 + 8);
  expect(count(record, 'described')).toBe(30);
});

test('RATE-3: a run that waits is cancelled, and paused, at once', async () => {
  const { run, record } = await runOn(await differentPictures(20), { sleep, now: Date.now });
  provider.script(() => (provider.requests.length > 3 ? tooFast({ 'retry-after': '60' }) : undefined));
  const running = run.start();
  await expect
    .poll(() => run.progress)
    .toMatchObject({ concurrency: 0, waitingUntil: expect.any(Number) as number });
  run.pause();
  expect(run.progress).toMatchObject({ phase: 'paused' });
  run.cancel();
  expect(await running).toBe('cancelled');
  expect(count(record, 'described')).toBe(3);
  expect(count(record, 'open')).toBe(17);
});

test('a wait of hours is left to the person: the run stops and says when to go on', async () => {
  const { run, record } = await runOn(await differentPictures(4));
  provider.script(tooFast({ 'retry-after': '7200' }));
  expect(await run.start()).toBe('failed');
  expect(run.failure).toMatchObject({ code: 'rateLimited', retryAfterMs: 7_200_000 });
  expect(run.progress.hint).toMatch(/^It accepts no request before \d{4}-\d\d-\d\d \d\d:\d\d\./);
  expect(count(record, 'open')).toBe(4);
  expect(await run.start()).toBe('done');
});

test('a server that is too busy without end never makes a row fail', async () => {
  const { waits, ...clock } = jumpingClock();
  const { run, record } = await runOn(await differentPictures(2), clock);
  provider.script(...Array.from({ length: 12 }, () => tooFast()));
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(2);
  expect(Math.max(...waits.map(inSeconds))).toBe(60);
});

test('an overload slows all down, and counts as a try', async () => {
  const { waits, ...clock } = jumpingClock();
  const { run, record } = await runOn(await differentPictures(2), clock);
  provider.script(...Array.from({ length: 3 }, () => refusal(503, { message: 'Overloaded.' })));
  expect(await run.start()).toBe('done');
  expect(waits.map(inSeconds)).toEqual([1, 2, 4]);
  expect(record.rows.map(({ state }) => state).sort()).toEqual(['described', 'failed']);
});
