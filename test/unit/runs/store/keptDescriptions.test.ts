import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KeptDescriptions } from '../../../../src/runs/store/keptDescriptions.ts';
import { answerTo, content, question, specOf } from './exampleRun.ts';
import { temporaryStore } from './temporaryStore.ts';

const disk = temporaryStore();
const child = join(import.meta.dirname, 'children', 'keepDescription.ts');

function opened(options = {}): KeptDescriptions {
  const kept = new KeptDescriptions(disk.folder, { report: message => disk.told.push(message), ...options });
  onTestFinished(() => kept.close());
  return kept;
}

function answer(number: number, text?: string) {
  const { sha256, ...rest } = answerTo(number, text);
  return { key: { sha256, question }, rest };
}

test('what is kept is found by the same content, question and model, and by no other', async () => {
  const kept = opened();
  const { key, rest } = answer(0);
  expect(await kept.find(key)).toBeUndefined();
  expect(await kept.keep(key, rest)).toBe(true);
  expect(await kept.find(key)).toMatchObject({ text: 'A picture of 0.', model: 'm1-2026', width: 640 });
  expect(await kept.find({ ...key, sha256: content(1) })).toBeUndefined();
  for (const change of [
    { model: 'm2' },
    { prompt: 'What is it?' },
    { image: { ...question.image, region: { left: 0, top: 0, width: 10, height: 10 } } },
    { parameters: { temperature: 1 } },
  ])
    expect(await kept.find({ ...key, question: { ...question, ...change } })).toBeUndefined();
});

test('a run and a single description share what they know, with the edits of the person', async () => {
  const run = await disk.store.create(specOf(2));
  await run.describe(0, answerTo(0));
  const kept = opened();
  const { key, rest } = answer(1);
  // The run has the file of answers open in this process.
  expect(await kept.keep(key, rest)).toBe(true);
  await run.edit(0, 'My own words.');
  expect(await kept.find({ sha256: content(0), question })).toMatchObject({ text: 'My own words.' });
  await run.withdraw(0, { code: 'noAnswer', message: 'It was none.' });
  expect(await kept.find({ sha256: content(0), question })).toBeUndefined();
  expect(run.identify(1, content(1))).toBe(true);
  await run.close();
});

test('a file of answers is given back after a moment of rest', async () => {
  const kept = opened({ idleMs: 1 });
  const { key, rest } = answer(0);
  expect(await kept.keep(key, rest)).toBe(true);
  // A run of another process would be refused for as long as it is held.
  await vi.waitFor(async () => {
    const { lockFile } = await import('../../../../src/runs/store/fileLock.ts');
    await (await lockFile(disk.answersFile(), 'the answers', 0)).release();
  });
  expect(await kept.keep(key, answer(0, 'Later.').rest)).toBe(true);
  expect(await kept.find(key)).toMatchObject({ text: 'Later.' });
});

test('what another process holds is found, and not kept twice', { timeout: 60_000 }, async () => {
  const holder = spawn(process.execPath, [child, disk.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const exited = once(holder, 'exit');
  expect(String((await once(holder.stdout, 'data'))[0])).toBe('true\n');
  const kept = opened({ patience: 0 });
  const { key } = answer(0);
  expect(await kept.find(key)).toMatchObject({ text: 'By another process.' });
  expect(await kept.keep(key, answer(0, 'Mine.').rest)).toBe(false);
  expect(disk.told).toEqual([
    'A description is not kept: Another window or command is using the answers to this question.',
  ]);
  holder.kill('SIGKILL');
  await exited;
  expect(await kept.keep(key, answer(0, 'Mine.').rest)).toBe(true);
  expect(await kept.find(key)).toMatchObject({ text: 'Mine.' });
});

test('a line that is being written and a damaged one are passed over', async () => {
  const kept = opened();
  await kept.keep(answer(0).key, answer(0).rest);
  await kept.close();
  await appendFile(disk.answersFile(), `{"type":"answer","sha256":"${content(0)}","text":7}\n{"type":"ans`);
  expect(await kept.find(answer(0).key)).toMatchObject({ text: 'A picture of 0.' });
});

test('a look-up reads what was added since the one before, and no more', async () => {
  const run = await disk.store.create(specOf(3000));
  await Promise.all(run.rows.slice(1).map(({ index }) => run.describe(index, answerTo(index))));
  await run.close();
  const kept = opened();
  expect(await kept.find(answer(1).key)).toMatchObject({ text: 'A picture of 1.' });
  const bytes = await bytesRead(async () => {
    expect(await kept.find(answer(2).key)).toMatchObject({ text: 'A picture of 2.' });
    const { sha256, ...rest } = answerTo(0);
    await appendFile(
      disk.answersFile(),
      `${JSON.stringify({ type: 'answer', sha256, ...rest, answeredAt: 1 })}\n`,
    );
    // Another one in this process knows the file as well.
    expect(await opened().find({ sha256, question })).toMatchObject({ text: 'A picture of 0.' });
  });
  expect(bytes).toBeLessThan(5000);
});

test('a file that was cut short or replaced is read anew', async () => {
  const kept = opened();
  for (const number of [0, 1]) await kept.keep(answer(number).key, answer(number).rest);
  await kept.close();
  expect(await kept.find(answer(1).key)).toMatchObject({ text: 'A picture of 1.' });
  const [header = '', , second = ''] = (await readFile(disk.answersFile(), 'utf8')).split('\n');
  await writeFile(disk.answersFile(), `${header}\n${second}\n`);
  expect(await kept.find(answer(0).key)).toBeUndefined();
  expect(await kept.find(answer(1).key)).toMatchObject({ text: 'A picture of 1.' });
  await rm(disk.answersFile());
  expect(await kept.find(answer(1).key)).toBeUndefined();
});

/** Bytes that are read from files while something is done. */
async function bytesRead(act: () => Promise<void>): Promise<number> {
  const handle = await open(disk.answersFile(), 'r');
  const reading = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'read');
  await handle.close();
  try {
    await act();
    const results = await Promise.all(
      reading.mock.results.map(({ value }) => value as Promise<{ bytesRead: number }>),
    );
    return results.reduce((sum, { bytesRead: bytes }) => sum + bytes, 0);
  } finally {
    reading.mockRestore();
  }
}

test('the descriptions of contents are given question by question', async () => {
  const kept = opened();
  await kept.keep(answer(0).key, answer(0).rest);
  await kept.keep(answer(1).key, answer(1).rest);
  const other = { ...question, prompt: 'What colour?' };
  await kept.keep({ sha256: content(0), question: other }, answer(0, 'Red.').rest);
  const found: [string[], string][] = [];
  const asked: string[] = [];
  const answered = kept.of(({ prompt }) => {
    asked.push(prompt);
    return Promise.resolve(new Map([[content(0), ['first.png', 'copy.png']]]));
  });
  for await (const { images, description } of answered) found.push([[...images], description.text]);
  expect(asked.sort()).toEqual(['Describe the image.', 'What colour?']);
  expect(found.sort(([, one], [, other]) => one.localeCompare(other))).toEqual([
    [['first.png', 'copy.png'], 'A picture of 0.'],
    [['first.png', 'copy.png'], 'Red.'],
  ]);
});
