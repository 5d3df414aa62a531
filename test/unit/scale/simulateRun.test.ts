import { expect, test } from 'vitest';
import { simulateRun, type SimulatedRun } from '../../../scripts/scale/simulateRun.ts';
import { usedOfRate } from '../../../src/queue/sharedPace.ts';

const small: SimulatedRun = {
  ...{ images: 4000, workers: 4, concurrency: 8, processors: 2 },
  ...{ prepareMs: 2, turnMs: 2, answerMs: 48, writeMs: 5 },
  ...{ databaseMs: 0.1, databaseProcessors: 1 },
};

test('the rate holds the run up where it is the least', () => {
  const { perSecond, busy, seconds } = simulateRun({ ...small, perMinute: 4800 });
  expect(perSecond).toBeCloseTo(80 * usedOfRate, 1);
  expect(busy.rate).toBeCloseTo(1, 2);
  expect(seconds).toBeGreaterThan(4000 / 80);
  expect(seconds).toBeLessThan(4000 / (80 * usedOfRate) + 2);
});

test.each([
  ['requests', {}, (4 * 8) / 0.05],
  ['processors', { prepareMs: 100 }, (4 * 2) / 0.1],
  ['database', { databaseMs: 10 }, 1 / 0.01],
] as const)('the %s hold it up where they are the least', (part, change, perSecond) => {
  const pace = simulateRun({ ...small, images: 20_000, ...change });
  expect(pace.perSecond / perSecond).toBeGreaterThan(0.97);
  expect(pace.perSecond / perSecond).toBeLessThan(1.03);
  expect(pace.busy[part]).toBeGreaterThan(0.97);
});

test('more workers make it faster until something else holds it up', () => {
  const paceOf = (workers: number) => simulateRun({ ...small, workers, perMinute: 60_000 }).perSecond;
  expect(paceOf(2) / paceOf(1)).toBeCloseTo(2, 1);
  expect(paceOf(32) / (1000 * usedOfRate)).toBeCloseTo(1, 2);
});

test('a worker begins with one request, and asks more at the same time with each answer', () => {
  const first = simulateRun({ ...small, images: 9, workers: 1, prepareMs: 0, writeMs: 0, databaseMs: 0 });
  // One answer, then eight together.
  expect(first.seconds).toBeGreaterThan(0.05);
  expect(simulateRun({ ...small, images: 1, workers: 1 }).seconds).toBeLessThan(first.seconds);
});

test('a run without images or workers is refused', () => {
  expect(() => simulateRun({ ...small, images: 0 })).toThrow(RangeError);
  expect(() => simulateRun({ ...small, workers: 0 })).toThrow(RangeError);
});
