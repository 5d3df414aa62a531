import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '../../../src/base/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call works at once, those within the pause once more at its end', () => {
  const work = vi.fn();
  const throttled = throttle(100, work);
  throttled();
  throttled();
  throttled();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('once stopped it works no more', () => {
  const work = vi.fn();
  const throttled = throttle(100, work);
  throttled();
  throttled();
  throttled.stop();
  vi.advanceTimersByTime(1000);
  throttled();
  expect(work).toHaveBeenCalledTimes(1);
});
