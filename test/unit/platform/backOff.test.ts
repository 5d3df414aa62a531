import { expect, test } from 'vitest';
import { pauseBefore, requestedPause } from '../../../src/platform/backOff.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

test.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:03 GMT' }, 3000],
  [{ 'retry-after-ms': '1500', 'retry-after': '30' }, 1500],
  [{ 'x-ratelimit-reset': '2026-03-01T12:00:07.500Z' }, 7500],
  [{ 'retry-after': '4', 'x-ratelimit-reset': '2026-03-01T12:00:07Z' }, 4000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('RATE-1: the wait is read in all its forms: %o', (headers, expected) => {
  expect(requestedPause(new Headers(headers), now)).toBe(expected);
});

test('the first wait is as asked, the later ones grow', () => {
  expect([0, 1, 2, 3].map(attempt => pauseBefore(attempt, 3000))).toEqual([3000, 3000, 4000, 8000]);
  expect([0, 1, 2].map(attempt => pauseBefore(attempt, undefined))).toEqual([1000, 2000, 4000]);
});
