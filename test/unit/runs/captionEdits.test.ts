import { expect, test } from 'vitest';
import {
  applyCaptionEdits,
  changedCaption,
  planCaptionEdits,
  undoCaptionEdits,
} from '../../../src/runs/captionEdits.ts';
import { answerTo, question, specOf } from './store/exampleRun.ts';
import { temporaryStore } from './store/temporaryStore.ts';

const disk = temporaryStore();

const replace = (search: string, replacement: string, matchCase = false) =>
  ({ kind: 'replace', search, replacement, matchCase }) as const;

test('what is searched for is text, letter by letter, and so is what takes its place', () => {
  expect(changedCaption('A cat. a CAT.', replace('cat.', '$& \\1 dog'))).toBe('A $& \\1 dog a $& \\1 dog');
  expect(changedCaption('A cat. a CAT.', replace('cat.', 'dog', true))).toBe('A dog a CAT.');
  expect(changedCaption('aaa', replace('aa', 'a'))).toBe('aa');
  expect(changedCaption('İ cat', replace('cat', 'dog'))).toBe('İ dog');
  expect(changedCaption('x', replace('', 'y'))).toBe('x');
  expect(changedCaption('(a+)+$', replace('(a+)+$', 'b'))).toBe('b');
});

test('a plan counts what changes and changes nothing; done and taken back, every text is as before', async () => {
  const run = await disk.store.create(specOf(4));
  for (const index of [0, 1, 2]) await run.describe(index, answerTo(index, `A boat ${index}`));
  await run.edit(1, 'My boat');
  await run.accept([2], true);
  const plan = await planCaptionEdits(run, [0, 1, 2, 3], replace('BOAT', 'ship'));
  expect(plan).toMatchObject({ looked: 3, withoutCaption: 0 });
  expect(plan.edits.map(({ from, to }) => [from, to])).toEqual([
    ['A boat 0', 'A ship 0'],
    ['My boat', 'My ship'],
    ['A boat 2', 'A ship 2'],
  ]);
  expect(run.rows[0]?.edited).toBe(false);
  await applyCaptionEdits(run, plan.edits);
  const texts = async () => (await run.descriptions([0, 1, 2])).map(found => found?.text);
  expect(await texts()).toEqual(['A ship 0', 'My ship', 'A ship 2']);
  expect(run.rows[2]?.accepted).toBe(true);
  // What the person wrote since is theirs.
  await run.edit(2, 'Mine.');
  expect(await undoCaptionEdits(run, plan.edits)).toBe(2);
  expect(await texts()).toEqual(['A boat 0', 'My boat', 'Mine.']);
  expect(run.rows.map(({ edited }) => edited)).toEqual([false, true, true, false]);
  await run.close();
});

test('images of the same content have one answer, which is changed once', async () => {
  const run = await disk.store.create(specOf(2));
  await run.describe(0, answerTo(0, 'A boat'));
  run.identify(1, run.rows[0]?.sha256 ?? '');
  const plan = await planCaptionEdits(run, [0, 1], { kind: 'append', text: ', blue' });
  await applyCaptionEdits(run, plan.edits);
  expect(await run.description(1)).toMatchObject({ text: 'A boat, blue' });
  expect(plan.looked).toBe(1);
  await run.close();
});

test('of answers in a schema the caption alone changes; those without one stay', async () => {
  const asked = { ...question, schema: { name: 'form', schema: { type: 'object' } } };
  const run = await disk.store.create(specOf(2, { question: asked }));
  await run.describe(0, { ...answerTo(0, '{"caption":"a","n":1}'), columns: { caption: 'a', n: 1 } });
  await run.describe(1, { ...answerTo(1, '{"n":1}'), columns: { n: 1 } });
  const plan = await planCaptionEdits(run, [0, 1], { kind: 'prepend', text: 'See: ' });
  await applyCaptionEdits(run, plan.edits);
  expect(plan).toMatchObject({ looked: 2, withoutCaption: 1 });
  const found = await run.descriptions([0, 1]);
  expect(found.map(one => one?.columns)).toEqual([{ caption: 'See: a', n: 1 }, { n: 1 }]);
  await run.close();
});
