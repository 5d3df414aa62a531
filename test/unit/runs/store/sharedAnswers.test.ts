import { expect, test } from 'vitest';
import { answerTo, content, failure, question, specOf } from './exampleRun.ts';
import { temporaryStore } from './temporaryStore.ts';

const disk = temporaryStore();

test('BATCH-1: another run over the same pictures finds what was answered, with the edits', async () => {
  const run = await disk.store.create(specOf(3));
  await run.describe(0, answerTo(0));
  await run.describe(1, answerTo(1));
  await run.edit(1, 'My own words.');
  await run.accept([1], true);
  await run.close();
  const another = await disk.freshStore().create(specOf(3, { title: 'Once more' }));
  expect(another.rows.map(({ state }) => state)).toEqual(['described', 'described', 'open']);
  expect(another.rows[1]).toMatchObject({ edited: true, accepted: true });
  expect(await another.description(1)).toMatchObject({
    text: 'My own words.',
    answered: 'A picture of 1.',
  });
  await another.close();
});

test('duplicates are described by one answer, whether their content is known before or after it', async () => {
  const run = await disk.store.create(specOf(4));
  for (const index of [0, 1, 3]) run.identify(index, content(index === 3 ? 3 : 0));
  await run.describe(0, answerTo(0));
  expect(run.rows.map(({ state }) => state)).toEqual(['described', 'described', 'open', 'open']);
  expect(run.identify(2, content(0))).toBe(true);
  expect(run.rows[2]?.state).toBe('described');
  expect(run.identify(3, content(3))).toBe(false);
  await run.close();
});

test('a picture whose size or time changed is asked again, and one whose content came back is not', async () => {
  const spec = specOf(3);
  const run = await disk.store.create(spec);
  for (const index of [0, 1, 2]) await run.describe(index, answerTo(index));
  const pictures = spec.pictures.map((picture, index) => ({
    ...picture,
    ...(index === 0 ? { byteLength: 5 } : {}),
    ...(index === 1 ? { modifiedAt: 5 } : {}),
  }));
  const another = await disk.store.create({ ...spec, pictures });
  expect(another.rows.map(({ state }) => state)).toEqual(['open', 'open', 'described']);
  expect(another.identify(0, content(100))).toBe(false);
  expect(another.identify(1, content(1))).toBe(true);

  await run.setPicture(2, {
    location: '/pictures/holiday/img2.png',
    name: 'img2.png',
    byteLength: 9,
    modifiedAt: 9,
  });
  expect(run.rows[2]).toMatchObject({ state: 'open', picture: { byteLength: 9 } });
  expect(run.rows[2]?.sha256).toBeUndefined();
  await another.close();
  await run.close();
  const again = await disk.freshStore().open(run.id);
  expect(again.rows[2]?.state).toBe('open');
  expect(again.rows[2]?.picture.modifiedAt).toBe(9);
  await again.close();
});

test('another question is asked of every picture, and going back finds the old answers', async () => {
  const run = await disk.store.create(specOf(3));
  await run.describe(0, answerTo(0));
  run.identify(1, content(1));
  await run.fail(1, failure);
  const other = { ...question, prompt: 'What is in it?' };
  await run.setQuestion(other);
  expect(run.question).toEqual(other);
  expect(run.rows.map(({ state }) => state)).toEqual(['open', 'open', 'open']);
  expect(run.rows[0]).not.toHaveProperty('seconds');
  await run.describe(1, answerTo(1, 'Another answer.'));
  await run.close();

  const again = await disk.freshStore().open(run.id);
  expect(again.question).toEqual(other);
  expect(again.rows.map(({ state }) => state)).toEqual(['open', 'described', 'open']);
  await again.setQuestion(question);
  expect(again.rows.map(({ state }) => state)).toEqual(['described', 'open', 'open']);
  expect(await again.description(0)).toMatchObject({ text: 'A picture of 0.' });
  await again.close();
});

test('the question cannot change while pictures are asked about', async () => {
  const run = await disk.store.create(specOf(2));
  run.setState(1, 'asking');
  await expect(run.setQuestion({ ...question, model: 'm2' })).rejects.toMatchObject({ code: 'store' });
  run.setState(1, 'open');
  await run.setQuestion({ ...question, model: 'm2' });
  await run.close();
});

test('two runs that ask the same question share their answers at once', async () => {
  const one = await disk.store.create(specOf(2));
  const other = await disk.store.create(specOf(2, { title: 'Other' }));
  other.identify(0, content(0));
  await one.describe(0, answerTo(0));
  expect(other.rows[0]?.state).toBe('described');
  await one.close();
  await other.edit(0, 'Edited by the other.');
  await other.close();
  const again = await disk.store.open(one.id);
  expect(await again.description(0)).toMatchObject({ text: 'Edited by the other.' });
  await again.close();
});
