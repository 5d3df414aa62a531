import { expect, test } from 'vitest';
import { answerTo, content, failure, specOf } from './exampleRun.ts';
import { temporaryStore } from './temporaryStore.ts';

const disk = temporaryStore();

test('asked anew, the old answer stays in force until the new one is there; edits are kept as earlier texts', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.edit(0, 'My own words.');
  await run.reopen([0]);
  expect(run.rows[0]?.state).toBe('open');
  expect(run.identify(0, content(0))).toBe(false);
  expect(await run.description(0)).toMatchObject({ text: 'My own words.' });
  await run.close();

  const again = await disk.freshStore().open(run.id);
  expect(again.rows[0]?.state).toBe('open');
  await again.describe(0, answerTo(0, 'A new answer.'));
  expect(again.rows[0]).toMatchObject({ state: 'described', edited: false });
  expect(await again.description(0)).toMatchObject({ text: 'A new answer.' });
  expect(await again.earlierTexts(0)).toEqual(['My own words.', 'A picture of 0.']);
  await again.close();

  const last = await disk.freshStore().open(run.id);
  expect(last.rows[0]?.state).toBe('described');
  await last.close();
});

test('asked anew in vain, a row keeps its description and says why', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.reopen([0]);
  run.setState(0, 'asking');
  await run.fail(0, failure);
  expect(run.rows[0]).toMatchObject({ state: 'described', failure });
  await run.close();
  const again = await disk.freshStore().open(run.id);
  expect(again.rows[0]).toMatchObject({ state: 'described', failure });
  await again.reopen([0]);
  await again.describe(0, answerTo(0, 'At last.'));
  expect(again.rows[0]).not.toHaveProperty('failure');
  await again.close();
});

test('a failed row is opened again, and an answer that comes later ends its failure', async () => {
  const run = await disk.store.create(specOf(2));
  run.identify(0, content(0));
  await run.fail(0, failure);
  await run.fail(1, failure);
  await run.reopen([1]);
  expect(run.rows.map(({ state }) => state)).toEqual(['failed', 'open']);
  await run.describe(1, { ...answerTo(1), sha256: content(0) });
  expect(run.rows.map(({ state, failure: why }) => [state, why])).toEqual([
    ['described', undefined],
    ['described', undefined],
  ]);
  await run.close();
  const again = await disk.freshStore().open(run.id);
  expect(again.rows[0]).not.toHaveProperty('failure');
  expect(again.rows.map(({ state }) => state)).toEqual(['described', 'described']);
  await again.close();
});

test('what is described is never failed, and a row that ended is not at work', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.fail(0, failure);
  run.setState(0, 'asking');
  expect(run.rows[0]).toMatchObject({ state: 'described' });
  expect(run.rows[0]).not.toHaveProperty('failure');
  await run.close();
});

test('an empty answer never becomes a description', async () => {
  const run = await disk.store.create(specOf(1));
  await expect(run.describe(0, answerTo(0, ' \n'))).rejects.toMatchObject({ code: 'noAnswer' });
  expect(run.rows[0]?.state).toBe('open');
  await run.close();
});
