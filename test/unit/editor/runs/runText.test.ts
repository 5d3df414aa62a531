import { expect, test } from 'vitest';
import { doneText } from '../../../../src/base/doneText.ts';
import { exportText } from '../../../../src/editor/runs/exportText.ts';
import { pictureKinds } from '../../../../src/editor/runs/pictureKinds.ts';
import { reportOf } from '../../../../src/runs/exports/report.ts';
import { failureText, progressText } from '../../../../src/runs/progressText.ts';
import { countText } from '../../../../src/webview/run/text/progressText.ts';
import { makeRun } from '../../../support/runPage/scriptedRows.ts';
import { noImagesText, removeText } from '../../../../src/editor/runs/runText.ts';

test('progress says how far the run is, its rate and the time left', () => {
  const all = { described: 409, failed: 3, all: 10_000 };
  expect(progressText(all)).toBe('412 of 10,000 done (3 failed)');
  expect(progressText({ ...all, rate: 96.2, secondsLeft: 6000 })).toBe(
    '412 of 10,000 done (3 failed), 96 a minute, about 1 h 40 min left',
  );
  expect(progressText({ described: 0, failed: 0, all: 3, rate: 2.345 })).toBe('0 of 3 done, 2.3 a minute');
});

test('BATCH-2: one sentence says what is done and failed, on the page, in the status bar and at the end', () => {
  const counts = { all: 25, described: 6, failed: 2 };
  expect(doneText(counts)).toBe('8 of 25 done (2 failed)');
  expect(doneText({ all: 10_000, described: 10_000, failed: 0 })).toBe('10,000 of 10,000 done');
  expect(progressText(counts)).toBe(doneText(counts));
  expect(countText({ ...makeRun().counts, ...counts, retryable: 2 })[0]).toBe(doneText(counts));
});

test('BATCH-2: failures are named with their reasons, each reason once, the first of many', () => {
  const tooSmall = [1, 2, 3].map(number => ({ name: `${number}.png`, message: 'The image is too small.' }));
  const empty = ['a/x.png', 'b/y.png'].map(name => ({
    name,
    message: `Unable to read ${name}: it is empty.`,
  }));
  const text = { name: 'c/z.png', message: 'Unable to read z.png: it is text.' };
  expect(failureText([], 2)).toBeUndefined();
  expect(failureText(tooSmall.slice(2), 3)).toBe('3.png: The image is too small.');
  expect(failureText([text], 3)).toBe(text.message);
  expect(failureText([...tooSmall, ...empty, text], 2)).toBe(
    '1.png and 2 more: The image is too small. Unable to read a/x.png: it is empty. The same with 1 more. And 1 more failed.',
  );
});

test('a folder without pictures is told by its name, with what else is in it', () => {
  expect(noImagesText('empty', 0)).toBe('There are no images in “empty”.');
  expect(noImagesText('notes', 1)).toBe('There are no images in “notes”, only 1 other file.');
  expect(noImagesText('notes', 1200)).toBe('There are no images in “notes”, only 1,200 other files.');
});

test('kinds are told by the endings, the most frequent first', () => {
  expect(pictureKinds(['a.png', 'b.JPG', 'c.jpeg', 'd/e.JFIF', 'f.tif', 'g.png'])).toEqual([
    ['JPEG', 3],
    ['PNG', 2],
    ['TIFF', 1],
  ]);
});

test('a name that ends in .heif tells the container alone, as the image editor does', () => {
  expect(pictureKinds(['a.heif', 'b.HIF', 'c.heic', 'd.avif'])).toEqual([
    ['HEIF', 2],
    ['AVIF', 1],
    ['HEIC', 1],
  ]);
});

test('before a run is removed it is said what goes, and that what was paid for stays', () => {
  const counts = { all: 1200, described: 1100, failed: 3 };
  const { message, detail } = removeText({ title: 'lakeside', counts });
  expect(message).toBe('Remove the run of “lakeside”?');
  expect(detail).toMatch(
    /list of 1,200 images, including the reasons of failures\. Answers and edits are kept/,
  );
  expect(detail).not.toMatch(/batch/);
  const bare = removeText(
    { title: 'x', counts: { all: 1, described: 0, failed: 0 } },
    { withProvider: true },
  );
  expect(bare.detail).toMatch(
    /^This removes its list of 1 image\. Images and exported files are not changed/,
  );
  expect(bare.detail).toMatch(/its answers would be lost/);
});

test('an export says how many files took the place of earlier ones, and how many were kept', () => {
  const report = reportOf(
    'xmpCopies',
    { described: 5, leftOut: [], open: 0, models: new Set() },
    { written: 4, manifest: '' },
  );
  const kept = [{ name: 'a.jpg', reason: 'It was edited since Sightline wrote it.' }];
  expect(exportText('x', [report])).toBe('x: 4 files written.');
  expect(exportText('x', [{ ...report, replaced: 3, kept }])).toBe(
    'x: 4 files written, 3 of them replaced. 1 existing file kept.',
  );
  expect(exportText('x', [{ ...report, written: 1, replaced: 1 }])).toBe(
    'x: 1 file written, replacing the earlier one.',
  );
});
