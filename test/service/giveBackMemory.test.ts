import { performance } from 'node:perf_hooks';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveBackWhenIdle } from '../../src/service/giveBackMemory.ts';

/** Milliseconds that the event loop has worked. */
let worked = 0;
let passed = 0;
const collect = vi.fn();

beforeEach(() => {
  [worked, passed] = [0, 0];
  collect.mockReset();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(
    (now?: EventLoopUtilization, before?: EventLoopUtilization) => {
      if (now && before)
        return { idle: 0, active: 0, utilization: (now.active - before.active) / (now.idle - before.idle) };
      return { idle: passed, active: worked, utilization: 0 };
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function seconds(count: number, share: number): void {
  for (let second = 0; second < count; second += 1) {
    passed += 1000;
    worked += 1000 * share;
    vi.advanceTimersByTime(1000);
  }
}

test('memory is given back once after a storm, when the service rests, and after the next one again', () => {
  const { close } = giveBackWhenIdle(collect, () => 80e6);
  seconds(60, 0.9);
  expect(collect).not.toHaveBeenCalled();
  seconds(300, 0.01);
  expect(collect).toHaveBeenCalledOnce();
  seconds(30, 0.5);
  seconds(60, 0.01);
  expect(collect).toHaveBeenCalledTimes(2);
  close();
  seconds(30, 0.5);
  seconds(60, 0.01);
  expect(collect).toHaveBeenCalledTimes(2);
});

test('where there is little to give back, nothing is collected', () => {
  const { close } = giveBackWhenIdle(collect, () => 2e6);
  seconds(60, 0.01);
  expect(collect).not.toHaveBeenCalled();
  close();
});

test('the real collection is there, and does no harm', () => {
  const { close } = giveBackWhenIdle(undefined, () => 80e6);
  expect(() => seconds(60, 0)).not.toThrow();
  close();
  expect(globalThis.gc).toBeUndefined();
});
