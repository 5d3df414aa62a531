import { expect, test } from 'vitest';
import { closingLines, countsLine, readClosingLines } from '../../../scripts/testCounts.ts';

test('closing lines read back as they were said', () => {
  const counts = { passed: 12, failed: 1, skipped: 1, remarks: ['failed: a run › ends: expected 1, got 2'] };
  const said = closingLines('clicks', counts);
  expect(said).toBe(
    'clicks: 12 passed, 1 failed, 1 skipped\nclicks, failed: a run › ends: expected 1, got 2',
  );
  expect(readClosingLines('clicks', `clicks: 1 passed, 0 failed\n${said}\nmore noise\n`)).toEqual(counts);
});

test('skipped tests are named only where there are some', () => {
  expect(countsLine({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed');
});

test('a script that said nothing of its tests ran none', () => {
  expect(readClosingLines('editor', 'it crashed\nclicks: 3 passed, 0 failed\n')).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
    remarks: [],
  });
});
