import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockFile } from '../../../../src/runs/store/fileLock.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { question, specOf } from './exampleRun.ts';

vi.setConfig({ testTimeout: 60_000 });

const child = join(import.meta.dirname, 'children', 'holdRun.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-locked-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a run that another process has open is refused until that process ends, however it ends', async () => {
  const store = openRunStore(folder, { patience: 0 });
  const created = await store.create(specOf(2));
  await created.close();
  const holder = spawn(process.execPath, [child, folder, created.id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const exited = once(holder, 'exit');
  await once(holder.stdout, 'data');
  await expect(store.open(created.id)).rejects.toMatchObject({
    code: 'store',
    message: 'Another window or command is using the run "Holiday".',
    hint: 'Close it there or wait until it finishes, then try again.',
  });
  // Another run of the same question would write to the same answers; one of another question would not.
  await expect(store.create(specOf(2))).rejects.toMatchObject({
    message: 'Another window or command is using the answers to this question.',
  });
  const free = await store.create(specOf(2, { question: { ...question, model: 'm2' } }));
  await free.close();
  // What could not be opened was not made either.
  expect(await store.list()).toHaveLength(2);

  holder.kill('SIGKILL');
  await exited;
  await (await store.open(created.id)).close();
});

test('whoever waits gets the lock once it is given back', async () => {
  const file = join(folder, 'file');
  const held = await lockFile(file, 'the file', 0);
  const waiting = lockFile(file, 'the file', 10_000);
  await held.release();
  await (await waiting).release();
});

test('a file is the same by whichever way its folder is reached', async () => {
  await symlink(folder, join(folder, 'again'));
  const held = await lockFile(join(folder, 'file'), 'the file', 0);
  await expect(lockFile(join(folder, 'again', 'file'), 'the file', 0)).rejects.toMatchObject({
    code: 'store',
  });
  await held.release();
});
