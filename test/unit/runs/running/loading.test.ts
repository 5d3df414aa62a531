import { expect, test } from 'vitest';
import type { RunProgress } from '../../../../src/runs/runProgress.ts';
import { refusal } from '../../../support/testProvider.ts';
import { count, differentPictures, jumpingClock, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);
const loading = refusal(503, { message: 'Loading model', type: 'unavailable_error' });

test('PACE-2: a run waits for a model that is loaded, tells the reason, and no image pays with its tries', async () => {
  const clock = jumpingClock();
  const until = clock.now() + 90_000;
  const { run, record } = await runOn(await differentPictures(30), { ...clock, most: () => 8, retries: 0 });
  provider.script(() => (clock.now() < until ? loading : undefined));
  const seen: RunProgress[] = [];
  run.onProgress(progress => seen.push(progress));
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(30);
  // Looks of one image at a time, at most ten seconds apart.
  expect(provider.requests.length - 30).toBeLessThanOrEqual(14);
  expect(seen.some(({ message }) => message?.includes('Loading model'))).toBe(true);
  expect(run.progress.message).toBeUndefined();
});

test('PACE-2: a model that is loaded anew in the middle of a run costs no image', async () => {
  const clock = jumpingClock();
  let until = Infinity;
  const { run, record } = await runOn(await differentPictures(40), { ...clock, most: () => 8, retries: 0 });
  provider.script(() => {
    if (provider.requests.length === 12) until = clock.now() + 40_000;
    return until < Infinity && clock.now() < until ? loading : undefined;
  });
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(40);
});

test('PACE-2: after ten minutes the run stops with the reason, and all is left to resume', async () => {
  const { run, record } = await runOn(await differentPictures(20), { most: () => 8 });
  provider.script(() => loading);
  expect(await run.start()).toBe('failed');
  expect(run.progress).toMatchObject({
    phase: 'stopped',
    message: expect.stringContaining('Loading model') as string,
    hint: expect.stringContaining('10 min') as string,
  });
  expect(count(record, 'open')).toBe(20);
  expect(provider.requests.length).toBeLessThan(80);
});

test('PACE-2: a run that waits for a model is cancelled at once', async () => {
  const { run, record } = await runOn(await differentPictures(3), {
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      }),
  });
  provider.script(() => loading);
  const running = run.start();
  await expect.poll(() => run.progress.waitingUntil).toBeDefined();
  run.cancel();
  expect(await running).toBe('cancelled');
  expect(count(record, 'open')).toBe(3);
  expect(provider.requests).toHaveLength(1);
});

test('PACE-2: what was set of retries is kept, also where the server answered before', async () => {
  for (const [retries, tries] of [
    [0, 1],
    [1, 2],
    [undefined, 7],
  ] as const) {
    provider.reset();
    const { run, record } = await runOn(await differentPictures(3), { most: () => 1, retries });
    provider.script(() =>
      provider.requests.length > 1 ? refusal(503, { message: 'Overloaded' }) : undefined,
    );
    await run.start({ only: [0, 1] });
    expect([count(record, 'described'), count(record, 'failed')]).toEqual([1, 1]);
    expect(provider.requests).toHaveLength(1 + tries);
  }
});
