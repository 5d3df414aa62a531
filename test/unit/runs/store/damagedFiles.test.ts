import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { answerTo, content, failure, question, specOf } from './exampleRun.ts';
import { temporaryStore } from './temporaryStore.ts';

const disk = temporaryStore();

test('damaged lines are left out and told, and all others are there', async () => {
  const run = await disk.store.create(specOf(3));
  for (const index of [0, 1, 2]) await run.describe(index, answerTo(index));
  await run.fail(2, failure);
  await run.close();
  await damage(disk.answersFile(), 2);
  await damage(disk.runFile(run.id), 2);
  const again = await disk.freshStore().open(run.id);
  expect(again.rows.map(({ index, picture, state }) => [index, picture.name, state])).toEqual([
    [0, 'img0.png', 'described'],
    [1, 'img2.png', 'described'],
  ]);
  expect(disk.told).toHaveLength(2);
  expect(disk.told.join()).toMatch(/1 damaged line of .* cannot be read/);
  // Numbers in the file go on to mean the same pictures.
  await again.reopen([1]);
  await again.close();
  const last = await disk.freshStore().open(run.id);
  expect(last.rows.map(({ state }) => state)).toEqual(['described', 'open']);
  await last.close();
});

test('a run whose first line is damaged says so; its answers are still known', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.close();
  await damage(disk.runFile(run.id), 0);
  await damage(disk.answersFile(), 0);
  await expect(disk.freshStore().open(run.id)).rejects.toMatchObject({
    code: 'store',
    message: 'The file of the run "Holiday" is damaged and cannot be read.',
  });
  const another = await disk.freshStore().create(specOf(1));
  expect(another.rows[0]?.state).toBe('described');
  await another.close();
});

test('a file of answers that a power cut left empty is begun anew', async () => {
  const run = await disk.store.create(specOf(1));
  await run.close();
  await writeFile(disk.answersFile(), Buffer.alloc(100));
  const again = await disk.freshStore().open(run.id);
  await again.describe(0, answerTo(0));
  await again.close();
  const last = await disk.freshStore().open(run.id);
  expect(last.rows[0]?.state).toBe('described');
  await last.close();
});

test('files of a newer version are refused by name and left alone', async () => {
  const run = await disk.store.create(specOf(1));
  await run.close();
  for (const [file, name] of [
    [disk.answersFile(), 'the answers to this question'],
    [disk.runFile(run.id), 'the run "Holiday"'],
  ] as const) {
    const before = await readFile(file, 'utf8');
    const newer = before.replace('"version":1', '"version":2');
    await writeFile(file, newer);
    await expect(disk.freshStore().open(run.id)).rejects.toMatchObject({
      code: 'store',
      message: `A newer Sightline wrote ${name} (format 2).`,
      hint: 'Update Sightline to open it.',
    });
    expect(await readFile(file, 'utf8')).toBe(newer);
    await writeFile(file, before);
  }
  await (await disk.freshStore().open(run.id)).close();
});

test('the first line of a file of answers is the question', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.close();
  const lines = (await readFile(disk.answersFile(), 'utf8')).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
    { format: 'sightline answers', version: 1, question },
    expect.objectContaining({ type: 'answer', sha256: content(0), text: 'A picture of 0.' }),
  ]);
});

/** Makes a line of a file unreadable, from 0. */
async function damage(file: string, number: number): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines[number] = `\0\0\0${(lines[number] ?? '').slice(3)}`;
  await writeFile(file, lines.join('\n'));
}
