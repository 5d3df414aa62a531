import { expect, test } from 'vitest';
import { answerTo, question, specOf } from './exampleRun.ts';
import { temporaryStore } from './temporaryStore.ts';

const disk = temporaryStore();

test('an edit replaces the text, can be taken back, and survives opening again', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.edit(0, 'First.');
  await run.edit(0, 'Second.\nWith a line.');
  expect(run.rows[0]?.edited).toBe(true);
  await run.close();
  const again = await disk.freshStore().open(run.id);
  expect(again.rows[0]).toMatchObject({ state: 'described', edited: true });
  expect(await again.description(0)).toMatchObject({ text: 'Second.\nWith a line.' });
  expect(await again.earlierTexts(0)).toEqual(['First.', 'A picture of 0.']);
  await again.edit(0, undefined);
  expect(again.rows[0]?.edited).toBe(false);
  expect(await again.description(0)).toMatchObject({ text: 'A picture of 0.' });
  await again.close();
});

test('an edited structured answer has the values of its text, and none where it is no object', async () => {
  const asked = { ...question, schema: { name: 'form', schema: { type: 'object' } } };
  const run = await disk.store.create(specOf(1, { question: asked }));
  await run.describe(0, { ...answerTo(0, '{"caption":"a"}'), columns: { caption: 'a' } });
  expect(await run.description(0)).toMatchObject({ columns: { caption: 'a' } });
  await run.edit(0, '{"caption":"b"}');
  expect(await run.description(0)).toMatchObject({ columns: { caption: 'b' } });
  await run.edit(0, 'free words');
  expect(await run.description(0)).not.toHaveProperty('columns');
  await run.close();
});

test('the descriptions of many rows are those of each, wherever their lines lie', async () => {
  const run = await disk.store.create(specOf(400));
  const texts = Array.from({ length: 400 }, (_, index) => `Ü ${index} ${'wide '.repeat(index % 70)}`);
  // From the last to the first, so that the run's order is not the file's; one is very long, one stays open.
  for (const [index, text] of [...texts.entries()].reverse())
    if (index !== 7) await run.describe(index, answerTo(index, index === 9 ? text.repeat(100_000) : text));
  await run.edit(3, 'My own words.');
  await run.edit(399, 'Other words.');
  await run.edit(399, undefined);
  const indices = [399, ...run.rows.keys()];
  const together = await run.descriptions(indices);
  expect(together).toEqual(await Promise.all(indices.map(index => run.description(index))));
  expect(together.slice(0, 6).map(one => one?.text)).toEqual([
    texts[399],
    ...texts.slice(0, 3),
    'My own words.',
    texts[4],
  ]);
  expect(together[8]).toBeUndefined();
  expect(await run.descriptions([])).toEqual([]);
  await run.close();
});

test('a picture without an answer cannot be edited', async () => {
  const run = await disk.store.create(specOf(1));
  await expect(run.edit(0, 'Words.')).rejects.toMatchObject({ code: 'store' });
  await run.close();
});

test('pictures are accepted together, until asking anew brings another answer', async () => {
  const run = await disk.store.create(specOf(3));
  for (const index of [0, 1]) await run.describe(index, answerTo(index));
  await run.accept([0, 1, 2], true);
  expect(run.rows.map(({ accepted }) => accepted)).toEqual([true, true, false]);
  await run.accept([1], false);
  await run.close();
  const again = await disk.freshStore().open(run.id);
  expect(again.rows.map(({ accepted }) => accepted)).toEqual([true, false, false]);
  await again.reopen([0]);
  expect(again.rows[0]?.accepted).toBe(true);
  await again.describe(0, answerTo(0, 'New.'));
  expect(again.rows[0]).toMatchObject({ state: 'described', accepted: false });
  await again.close();
});
