import { expect, test } from 'vitest';
import { exportWords } from '../../../../src/editor/runs/exportWords.ts';
import { pictureKinds } from '../../../../src/editor/runs/pictureKinds.ts';
import { reportOf } from '../../../../src/runs/exports/report.ts';
import { dollars, duration, endWords, failureWords, progressWords } from '../../../../src/runs/runWords.ts';
import { removeWords } from '../../../../src/editor/runs/removeWords.ts';

test('progress says how far the run is, its rate and the time left', () => {
  const all = { ended: 412, all: 10_000 };
  expect(progressWords(all)).toBe('412 of 10,000');
  expect(progressWords({ ...all, rate: 96.2, secondsLeft: 6000 })).toBe(
    '412 of 10,000, 96 a minute, about 1 h 40 min left',
  );
  expect(progressWords({ ended: 0, all: 3, rate: 2.345 })).toBe('0 of 3, 2.3 a minute');
});

test.each([
  [0.2, '1 s'],
  [59.4, '59 s'],
  [90, '2 min'],
  [3599, '1 h'],
  [6000, '1 h 40 min'],
  [183_600, '2 d 3 h'],
])('%d seconds are %s', (seconds, words) => expect(duration(seconds)).toBe(words));

test.each([
  [0, '$0.00'],
  [0.0042, '$0.0042'],
  [1.2, '$1.20'],
  [1234.5, '$1,235'],
])('%d is %s', (amount, words) => expect(dollars(amount)).toBe(words));

test('BATCH-2: the report counts what is done, failed and left', () => {
  expect(endWords({ described: 3, failed: 2, left: 0 })).toBe('3 done, 2 failed');
  expect(endWords({ described: 10_000, failed: 0, left: 0 })).toBe('10,000 done');
  expect(endWords({ described: 4, failed: 0, left: 6 })).toBe('4 done, 6 left');
});

test('BATCH-2: failures are named with their reasons, the first of many', () => {
  const failures = [1, 2, 3].map(number => ({ name: `${number}.png`, message: 'It is not a picture.' }));
  expect(failureWords([], 2)).toBeUndefined();
  expect(failureWords(failures, 3)).not.toContain('more');
  expect(failureWords(failures, 1)).toBe('1.png: It is not a picture. And 2 more.');
});

test('kinds are told by the endings, the most frequent first', () => {
  expect(pictureKinds(['a.png', 'b.JPG', 'c.jpeg', 'd/e.JFIF', 'f.tif', 'g.png'])).toEqual([
    ['JPEG', 3],
    ['PNG', 2],
    ['TIFF', 1],
  ]);
});

test('before a run is removed it is said what goes, and that what was paid for stays', () => {
  const counts = { all: 1200, described: 1100, failed: 3 };
  const { message, detail } = removeWords({ title: 'lakeside', counts });
  expect(message).toBe('Remove the run of “lakeside”?');
  expect(detail).toMatch(/list of its 1,200 pictures goes, with why some failed\. Its answers stay/);
  expect(detail).not.toMatch(/batch/);
  const bare = removeWords(
    { title: 'x', counts: { all: 1, described: 0, failed: 0 } },
    { withProvider: true },
  );
  expect(bare.detail).toMatch(
    /^The list of its 1 picture goes\. Pictures and exported files are not touched/,
  );
  expect(bare.detail).toMatch(/batch of it, whose answers would be lost/);
});

test('an export says how many files took the place of earlier ones, and how many were kept', () => {
  const report = reportOf(
    'xmpCopies',
    { described: 5, leftOut: [], open: 0, models: new Set() },
    { written: 4, manifest: '' },
  );
  const kept = [{ name: 'a.jpg', reason: 'It was edited since Sightline wrote it.' }];
  expect(exportWords('x', [report])).toBe('x: 4 files written.');
  expect(exportWords('x', [{ ...report, replaced: 3, kept }])).toBe(
    'x: 4 files written, 3 of them in the place of earlier ones. 1 file that stood there was kept.',
  );
  expect(exportWords('x', [{ ...report, written: 1, replaced: 1 }])).toBe(
    'x: 1 file written, in the place of the earlier one.',
  );
});
