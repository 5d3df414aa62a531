import { expect, test } from 'vitest';
import { countsLine, readCounts } from '../../../scripts/testCounts.ts';

test('a line of counts reads back as it was said', () => {
  const counts = { passed: 12, failed: 3, skipped: 1 };
  expect(countsLine(counts)).toBe('12 passed, 3 failed, 1 skipped');
  expect(readCounts('clicks', `noise\nclicks: ${countsLine(counts)}\nmore noise\n`)).toEqual(counts);
});

test('skipped tests are named only where there are some', () => {
  expect(countsLine({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed');
});

test('a script that said nothing of its tests ran none', () => {
  expect(readCounts('editor', 'it crashed\nclicks: 3 passed, 0 failed\n')).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
  });
});
