import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { assumed, rates } from '../../../scripts/scale/assumptions.ts';
import { atRate } from '../../../scripts/scale/largeRun.ts';
import { ratesTable, sumsTable } from '../../../scripts/scale/tables.ts';

/** A table without the spaces and dashes that only align it. */
const plain = (text: string) => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');

test('docs/scale.md has what the simulation gives for its assumptions', async () => {
  const document = plain(await readFile(`${projectFolder}/docs/scale.md`, 'utf8'));
  expect(document).toContain(sumsTable(assumed));
  expect(document).toContain(ratesTable(assumed, rates));
});

test('workers are as many as a rate needs, unless the database holds it up', () => {
  const small = { ...assumed, images: 1000 };
  const { workers, pace, seconds } = atRate(small, 10_000);
  expect(pace.busy.rate).toBeGreaterThan(0.98);
  expect(workers * small.concurrency).toBeGreaterThan((pace.perSecond * small.answerMs) / 1000);
  expect(seconds).toBeCloseTo(1000 / pace.perSecond, 5);
  const { pace: held } = atRate({ ...small, databaseMs: 100 }, 10_000);
  expect(held.perSecond).toBeCloseTo(40, 0);
});
