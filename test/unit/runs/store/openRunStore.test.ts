import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunStore } from '../../../../src/runs/runRecord.ts';
import { questionId } from '../../../../src/runs/runQuestion.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { answerTo, content, question, specOf } from './exampleRun.ts';

const failure = { code: 'providerFailed' as const, message: 'It answered 500.', hint: 'Try again.' };

let folder: string;
let store: RunStore;
let told: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-store-'));
  told = [];
  store = freshStore();
});
afterEach(() => rm(folder, { recursive: true }));

/** The store as another process would open it. */
function freshStore(): RunStore {
  return openRunStore(folder, { patience: 0, tell: message => told.push(message) });
}

const answersFile = (asked = question) => join(folder, 'answers', `${questionId(asked)}.jsonl`);
const runFile = (id: string) => join(folder, 'runs', `${id}.jsonl`);
const turn = () => new Promise(resolve => setImmediate(resolve));

test('a run is opened again as it stood', async () => {
  const spec = specOf(4, { skipped: [{ name: 'notes.txt', reason: 'no picture' }] });
  const run = await store.create(spec);
  run.identify(0, content(0));
  await run.describe(0, answerTo(0));
  await run.fail(1, failure);
  run.setState(2, 'asking');
  await run.close();

  const again = await freshStore().open(run.id);
  expect(again).toMatchObject({ id: run.id, createdAt: run.createdAt, title: 'Holiday', question });
  expect(again.skipped).toEqual(spec.skipped);
  expect(again.rows.map(({ picture }) => picture)).toEqual(spec.pictures);
  expect(again.rows.map(({ state }) => state)).toEqual(['described', 'failed', 'open', 'open']);
  expect(again.rows[0]).toMatchObject({
    sha256: content(0),
    seconds: 1.5,
    usage: { inputTokens: 100, outputTokens: 10 },
    edited: false,
    accepted: false,
  });
  expect(again.rows[1]?.failure).toEqual(failure);
  expect(await again.description(0)).toMatchObject({
    text: 'A picture of 0.',
    answered: 'A picture of 0.',
    model: 'm1-2026',
    width: 640,
    height: 480,
    notes: [],
  });
  expect(await again.description(1)).toBeUndefined();
  await again.close();
});

test('without the cache of hashes nothing is lost: a picture that is read again is described at once', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.close();
  await rm(join(folder, 'hashes.jsonl'));
  const again = await freshStore().open(run.id);
  expect(again.rows[0]?.state).toBe('open');
  expect(again.identify(0, content(0))).toBe(true);
  expect(again.rows[0]?.state).toBe('described');
  await again.close();
});

test('BATCH-1: another run over the same pictures finds what was answered, with the edits', async () => {
  const run = await store.create(specOf(3));
  await run.describe(0, answerTo(0));
  await run.describe(1, answerTo(1));
  await run.edit(1, 'My own words.');
  await run.accept([1], true);
  await run.close();
  const another = await freshStore().create(specOf(3, { title: 'Once more' }));
  expect(another.rows.map(({ state }) => state)).toEqual(['described', 'described', 'open']);
  expect(another.rows[1]).toMatchObject({ edited: true, accepted: true });
  expect(await another.description(1)).toMatchObject({
    text: 'My own words.',
    answered: 'A picture of 1.',
  });
  await another.close();
});

test('duplicates are described by one answer, whether their content is known before or after it', async () => {
  const run = await store.create(specOf(4));
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
  const run = await store.create(spec);
  for (const index of [0, 1, 2]) await run.describe(index, answerTo(index));
  const pictures = spec.pictures.map((picture, index) => ({
    ...picture,
    ...(index === 0 ? { byteLength: 5 } : {}),
    ...(index === 1 ? { modifiedAt: 5 } : {}),
  }));
  const another = await store.create({ ...spec, pictures });
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
  const again = await freshStore().open(run.id);
  expect(again.rows[2]?.state).toBe('open');
  expect(again.rows[2]?.picture.modifiedAt).toBe(9);
  await again.close();
});

test('another question is asked of every picture, and going back finds the old answers', async () => {
  const run = await store.create(specOf(3));
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

  const again = await freshStore().open(run.id);
  expect(again.question).toEqual(other);
  expect(again.rows.map(({ state }) => state)).toEqual(['open', 'described', 'open']);
  await again.setQuestion(question);
  expect(again.rows.map(({ state }) => state)).toEqual(['described', 'open', 'open']);
  expect(await again.description(0)).toMatchObject({ text: 'A picture of 0.' });
  await again.close();
});

test('the question cannot change while pictures are asked about', async () => {
  const run = await store.create(specOf(2));
  run.setState(1, 'asking');
  await expect(run.setQuestion({ ...question, model: 'm2' })).rejects.toMatchObject({ code: 'store' });
  run.setState(1, 'open');
  await run.setQuestion({ ...question, model: 'm2' });
  await run.close();
});

test('two runs that ask the same question share their answers at once', async () => {
  const one = await store.create(specOf(2));
  const other = await store.create(specOf(2, { title: 'Other' }));
  other.identify(0, content(0));
  await one.describe(0, answerTo(0));
  expect(other.rows[0]?.state).toBe('described');
  await one.close();
  await other.edit(0, 'Edited by the other.');
  await other.close();
  const again = await store.open(one.id);
  expect(await again.description(0)).toMatchObject({ text: 'Edited by the other.' });
  await again.close();
});

test('an edit replaces the text, can be taken back, and survives opening again', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.edit(0, 'First.');
  await run.edit(0, 'Second.\nWith a line.');
  expect(run.rows[0]?.edited).toBe(true);
  await run.close();
  const again = await freshStore().open(run.id);
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
  const run = await store.create(specOf(1, { question: asked }));
  await run.describe(0, { ...answerTo(0, '{"caption":"a"}'), columns: { caption: 'a' } });
  expect(await run.description(0)).toMatchObject({ columns: { caption: 'a' } });
  await run.edit(0, '{"caption":"b"}');
  expect(await run.description(0)).toMatchObject({ columns: { caption: 'b' } });
  await run.edit(0, 'free words');
  expect(await run.description(0)).not.toHaveProperty('columns');
  await run.close();
});

test('a picture without an answer cannot be edited', async () => {
  const run = await store.create(specOf(1));
  await expect(run.edit(0, 'Words.')).rejects.toMatchObject({ code: 'store' });
  await run.close();
});

test('pictures are accepted together, until asking anew brings another answer', async () => {
  const run = await store.create(specOf(3));
  for (const index of [0, 1]) await run.describe(index, answerTo(index));
  await run.accept([0, 1, 2], true);
  expect(run.rows.map(({ accepted }) => accepted)).toEqual([true, true, false]);
  await run.accept([1], false);
  await run.close();
  const again = await freshStore().open(run.id);
  expect(again.rows.map(({ accepted }) => accepted)).toEqual([true, false, false]);
  await again.reopen([0]);
  expect(again.rows[0]?.accepted).toBe(true);
  await again.describe(0, answerTo(0, 'New.'));
  expect(again.rows[0]).toMatchObject({ state: 'described', accepted: false });
  await again.close();
});

test('asked anew, the old answer stays in force until the new one is there; edits are kept as earlier texts', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.edit(0, 'My own words.');
  await run.reopen([0]);
  expect(run.rows[0]?.state).toBe('open');
  expect(run.identify(0, content(0))).toBe(false);
  expect(await run.description(0)).toMatchObject({ text: 'My own words.' });
  await run.close();

  const again = await freshStore().open(run.id);
  expect(again.rows[0]?.state).toBe('open');
  await again.describe(0, answerTo(0, 'A new answer.'));
  expect(again.rows[0]).toMatchObject({ state: 'described', edited: false });
  expect(await again.description(0)).toMatchObject({ text: 'A new answer.' });
  expect(await again.earlierTexts(0)).toEqual(['My own words.', 'A picture of 0.']);
  await again.close();

  const last = await freshStore().open(run.id);
  expect(last.rows[0]?.state).toBe('described');
  await last.close();
});

test('asked anew in vain, a row keeps its description and says why', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.reopen([0]);
  run.setState(0, 'asking');
  await run.fail(0, failure);
  expect(run.rows[0]).toMatchObject({ state: 'described', failure });
  await run.close();
  const again = await freshStore().open(run.id);
  expect(again.rows[0]).toMatchObject({ state: 'described', failure });
  await again.reopen([0]);
  await again.describe(0, answerTo(0, 'At last.'));
  expect(again.rows[0]).not.toHaveProperty('failure');
  await again.close();
});

test('a failed row is opened again, and an answer that comes later ends its failure', async () => {
  const run = await store.create(specOf(2));
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
  const again = await freshStore().open(run.id);
  expect(again.rows[0]).not.toHaveProperty('failure');
  expect(again.rows.map(({ state }) => state)).toEqual(['described', 'described']);
  await again.close();
});

test('what is described is never failed, and a row that ended is not at work', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.fail(0, failure);
  run.setState(0, 'asking');
  expect(run.rows[0]).toMatchObject({ state: 'described' });
  expect(run.rows[0]).not.toHaveProperty('failure');
  await run.close();
});

test('changes are told once in a turn, with the rows that changed', async () => {
  const run = await store.create(specOf(5));
  await turn();
  const calls: (readonly number[])[] = [];
  const stop = run.onChange(indices => calls.push(indices));
  run.setState(4, 'asking');
  run.setState(2, 'asking');
  run.setState(2, 'open');
  expect(calls).toEqual([]);
  await turn();
  expect(calls).toEqual([[2, 4]]);
  run.identify(0, content(0));
  run.identify(1, content(0));
  await turn();
  calls.length = 0;
  await run.describe(0, answerTo(0));
  await turn();
  expect(calls).toEqual([[0, 1]]);
  stop();
  run.setState(3, 'asking');
  await turn();
  expect(calls).toHaveLength(1);
  await run.close();
});

test('runs are listed with the newest first, as they stand, without being opened', async () => {
  expect(await store.list()).toEqual([]);
  const old = await store.create(specOf(3, { title: 'Old' }));
  await old.describe(0, answerTo(0));
  await old.fail(1, failure);
  await old.close();
  await new Promise(resolve => setTimeout(resolve, 2));
  const young = await store.create(specOf(1, { title: 'Young' }));
  await young.setQuestion({ ...question, prompt: 'Why?' });
  expect(await store.list()).toMatchObject([
    {
      id: young.id,
      title: 'Young',
      prompt: 'Why?',
      model: 'm1',
      counts: { all: 1, described: 0, failed: 0 },
    },
    { id: old.id, title: 'Old', counts: { all: 3, described: 1, failed: 1 } },
  ]);
  await young.close();
  expect(await freshStore().list()).toHaveLength(2);

  // A summary that is lost is made from the run's own file, and a run that cannot be read is left out.
  await rm(join(folder, 'runs', `${old.id}.summary.json`));
  await writeFile(join(folder, 'runs', '20200101-000000-00000000.jsonl'), 'no run');
  expect(await freshStore().list()).toMatchObject([
    { id: young.id },
    { id: old.id, title: 'Old', prompt: question.prompt, counts: { all: 3, failed: 1 } },
  ]);
});

test('an empty answer never becomes a description', async () => {
  const run = await store.create(specOf(1));
  await expect(run.describe(0, answerTo(0, ' \n'))).rejects.toMatchObject({ code: 'noAnswer' });
  expect(run.rows[0]?.state).toBe('open');
  await run.close();
});

test('a run is removed, its answers stay; one that is open is not removed', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await expect(store.remove(run.id)).rejects.toMatchObject({ code: 'store' });
  await run.close();
  await store.remove(run.id);
  expect(await store.list()).toEqual([]);
  expect(await readdir(join(folder, 'runs'))).toEqual([]);
  await expect(store.open(run.id)).rejects.toMatchObject({ code: 'store' });
  await expect(store.open('../answers')).rejects.toMatchObject({ code: 'store' });
  const another = await store.create(specOf(1));
  expect(another.rows[0]?.state).toBe('described');
  await another.close();
});

test('a run that is open is refused a second time, and can be opened once it is closed', async () => {
  const run = await store.create(specOf(1));
  await expect(freshStore().open(run.id)).rejects.toMatchObject({
    code: 'store',
    message: 'Another window or command works on the run "Holiday".',
  });
  await run.close();
  await run.close();
  await (await freshStore().open(run.id)).close();
});

test('damaged lines are left out and told, and all others are there', async () => {
  const run = await store.create(specOf(3));
  for (const index of [0, 1, 2]) await run.describe(index, answerTo(index));
  await run.fail(2, failure);
  await run.close();
  await damage(answersFile(), 2);
  await damage(runFile(run.id), 2);
  const again = await freshStore().open(run.id);
  expect(again.rows.map(({ index, picture, state }) => [index, picture.name, state])).toEqual([
    [0, 'img0.png', 'described'],
    [1, 'img2.png', 'described'],
  ]);
  expect(told).toHaveLength(2);
  expect(told.join()).toMatch(/1 damaged line of .* cannot be read/);
  // Numbers in the file go on to mean the same pictures.
  await again.reopen([1]);
  await again.close();
  const last = await freshStore().open(run.id);
  expect(last.rows.map(({ state }) => state)).toEqual(['described', 'open']);
  await last.close();
});

/** Makes a line of a file unreadable, from 0. */
async function damage(file: string, number: number): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines[number] = `\0\0\0${(lines[number] ?? '').slice(3)}`;
  await writeFile(file, lines.join('\n'));
}

test('a run whose first line is damaged says so; its answers are still known', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.close();
  await damage(runFile(run.id), 0);
  await damage(answersFile(), 0);
  await expect(freshStore().open(run.id)).rejects.toMatchObject({
    code: 'store',
    message: 'The file of the run "Holiday" is damaged and cannot be read.',
  });
  const another = await freshStore().create(specOf(1));
  expect(another.rows[0]?.state).toBe('described');
  await another.close();
});

test('a file of answers that a power cut left empty is begun anew', async () => {
  const run = await store.create(specOf(1));
  await run.close();
  await writeFile(answersFile(), Buffer.alloc(100));
  const again = await freshStore().open(run.id);
  await again.describe(0, answerTo(0));
  await again.close();
  const last = await freshStore().open(run.id);
  expect(last.rows[0]?.state).toBe('described');
  await last.close();
});

test('files of a newer version are refused by name and left alone', async () => {
  const run = await store.create(specOf(1));
  await run.close();
  for (const [file, name] of [
    [answersFile(), 'the answers to this question'],
    [runFile(run.id), 'the run "Holiday"'],
  ] as const) {
    const before = await readFile(file, 'utf8');
    const newer = before.replace('"version":1', '"version":2');
    await writeFile(file, newer);
    await expect(freshStore().open(run.id)).rejects.toMatchObject({
      code: 'store',
      message: `A newer Sightline wrote ${name} (format 2).`,
      hint: 'Update Sightline to go on with it.',
    });
    expect(await readFile(file, 'utf8')).toBe(newer);
    await writeFile(file, before);
  }
  await (await freshStore().open(run.id)).close();
});

test('the first line of a file of answers is the question', async () => {
  const run = await store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.close();
  const lines = (await readFile(answersFile(), 'utf8')).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
    { format: 'sightline answers', version: 1, question },
    expect.objectContaining({ type: 'answer', sha256: content(0), text: 'A picture of 0.' }),
  ]);
});

test('the cache of hashes is written anew once most of it is stale, and survives garbage', async () => {
  const file = join(folder, 'hashes.jsonl');
  const run = await store.create(specOf(2));
  run.identify(0, content(0));
  for (let round = 0; round < 2000; round += 1) run.identify(1, content(round));
  await run.describe(0, answerTo(0));
  await run.close();
  expect((await readFile(file, 'utf8')).split('\n').length).toBeGreaterThan(2000);
  await appendFile(file, '{"location":"torn');
  const again = await freshStore().open(run.id);
  expect(again.rows[0]?.state).toBe('described');
  expect(again.rows[1]?.sha256).toBe(content(1999));
  expect((await readFile(file, 'utf8')).split('\n').length).toBeLessThan(10);
  again.identify(1, content(5));
  await again.close();
  const last = await freshStore().open(run.id);
  expect(last.rows[1]?.sha256).toBe(content(5));
  await last.close();
});

test('a store that cannot be written says what happened and what to do', async () => {
  await writeFile(join(folder, 'file'), '');
  const blocked = openRunStore(join(folder, 'file', 'state'), { patience: 0 });
  await expect(blocked.create(specOf(1))).rejects.toMatchObject({
    code: 'store',
    message: expect.stringMatching(/^The run "Holiday" could not be kept: /) as string,
    hint: expect.any(String) as string,
  });
  expect(await blocked.list()).toEqual([]);
});
