import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { questionId } from '../../../../src/runs/runQuestion.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { question, specOf } from './exampleRun.ts';

// Every round starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const child = join(import.meta.dirname, 'children', 'describeRows.ts');
const kills = 20;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-killed-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Goes on with the run in a process of its own, which is killed after `most` acknowledgements and a moment. */
async function goOn(id: string, most: number): Promise<{ asked: number[]; kept: number[]; ended: boolean }> {
  const running = spawn(process.execPath, [child, folder, id], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void running.kill('SIGKILL'));
  const exited = once(running, 'exit');
  const asked: number[] = [];
  const kept: number[] = [];
  let ended = false;
  for await (const line of createInterface({ input: running.stdout })) {
    const [word, number] = line.split(' ');
    if (word === 'asked') asked.push(Number(number));
    else if (word === 'kept') kept.push(Number(number));
    else ended = true;
    if (kept.length === most) setTimeout(() => running.kill('SIGKILL'), Math.random() * 5);
  }
  await exited;
  return { asked, kept, ended };
}

test('BATCH-1: killed at any moment, nothing acknowledged is lost, torn or asked again', async () => {
  const spec = specOf(600);
  const created = await openRunStore(folder).create(spec);
  await created.close();
  const kept = new Set<number>();
  for (let round = 0; round < kills; round += 1) {
    const now = await goOn(created.id, 1 + Math.floor(Math.random() * 25));
    expect(now.ended).toBe(false);
    expect(now.asked.filter(index => kept.has(index))).toEqual([]);
    for (const index of now.kept) kept.add(index);
  }
  const last = await goOn(created.id, Infinity);
  expect(last.ended).toBe(true);
  expect(last.asked.filter(index => kept.has(index))).toEqual([]);

  const told: string[] = [];
  const run = await openRunStore(folder, { report: message => told.push(message) }).open(created.id);
  expect(told).toEqual([]);
  for (const { index, state } of run.rows) {
    expect(state).toBe(index % 17 === 5 ? 'failed' : 'described');
    const text = (await run.description(index))?.text;
    if (state === 'described') expect(text).toMatch(new RegExp(`^Picture ${index}\\. (word )+End\\.$`));
  }
  await run.close();
  // Asked twice is only what was not acknowledged before its process was killed.
  const lines = (await readFile(join(folder, 'answers', `${questionId(question)}.jsonl`), 'utf8')).split(
    '\n',
  );
  expect(lines.length).toBeLessThanOrEqual(1 + 600 + 8 * kills + 1);
});

test('BATCH-1: a run that was killed is not locked, and a torn line is cut off when it goes on', async () => {
  const created = await openRunStore(folder).create(specOf(40));
  await created.close();
  const { kept } = await goOn(created.id, 10);
  const answers = join(folder, 'answers', `${questionId(question)}.jsonl`);
  await appendFile(answers, '{"type":"answer","sha256":"');
  await appendFile(join(folder, 'runs', `${created.id}.jsonl`), '{"type":"fai\0\0\0');
  const run = await openRunStore(folder, { patience: 0 }).open(created.id);
  for (const index of kept) if (index % 17 !== 5) expect(await run.description(index)).toBeDefined();
  await run.close();
  expect((await readFile(answers, 'utf8')).endsWith('}\n')).toBe(true);
});
