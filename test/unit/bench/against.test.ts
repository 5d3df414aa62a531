import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compare, comparisonText, readReport } from '../../bench/against.ts';

const earlier = { figures: { scan: { value: 2 }, vsix: { value: 1000 }, none: { value: null } } };

test('a figure is worse where it grew by more than its noise', () => {
  const scan = (value: number) => compare({ name: 'scan', unit: 'ratio', value }, earlier)?.isWorse;
  expect([1, 2, 2.39, 2.41, Number.NaN].map(scan)).toEqual([false, false, false, true, true]);
  expect(compare({ name: 'vsix', unit: 'KB', value: 1030 }, earlier)?.isWorse).toBe(true);
  expect(compare({ name: 'vsix', unit: 'KB', value: 1030, noise: 0.05 }, earlier)?.isWorse).toBe(false);
});

test('what was not measured then is not compared', () => {
  expect(compare({ name: 'new', unit: 'ms', value: 3 }, earlier)).toBeUndefined();
  expect(compare({ name: 'none', unit: 'ms', value: 3 }, earlier)).toBeUndefined();
});

test('the change is told in percent', () => {
  expect(comparisonText({ before: 2, change: 0.5, isWorse: true })).toBe('before 2.000 (+50 %, WORSE)');
  expect(comparisonText({ before: 2, change: -0.25, isWorse: false })).toBe('before 2.000 (−25 %)');
});

test('a report is read again; another file is refused by its name', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-against-'));
  try {
    const file = path.join(folder, 'before.json');
    const report = { node: 'v24.0.0', platform: 'linux-x64', cpus: 2, figures: earlier.figures };
    await writeFile(file, JSON.stringify(report));
    expect(await readReport(file)).toEqual(report);
    await writeFile(file, '[]');
    await expect(readReport(file)).rejects.toThrow(`${file} is no report`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
