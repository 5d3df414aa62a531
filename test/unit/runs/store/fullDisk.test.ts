import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-full-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('what the disk does not take is told and not counted as kept; what comes later is', async () => {
  // The system's limit on the size of files does as a full disk does: part of a write succeeds, the rest fails.
  const child = join(import.meta.dirname, 'children', 'fillDisk.ts');
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    `trap '' XFSZ; ulimit -f 100; exec "$0" "$@"`,
    process.execPath,
    child,
    folder,
  ]);
  const { id, outcomes } = JSON.parse(stdout) as { id: string; outcomes: Record<string, unknown>[] };
  expect(outcomes.length).toBeGreaterThan(3);
  expect(outcomes.at(-2)).toEqual({
    state: 'open',
    code: 'store',
    message: 'The answers to this question could not be kept: the file would grow too large for this disk.',
    hint: 'Free some space. What was saved before is safe.',
    remedy: { kind: 'resumeRun' },
  });
  expect(outcomes.at(-1)).toEqual({ state: 'described' });

  const told: string[] = [];
  const run = await openRunStore(folder, { report: message => told.push(message) }).open(id);
  expect(told).toEqual([]);
  const described = run.rows.filter(({ state }) => state === 'described').map(({ index }) => index);
  expect(described).toEqual([...outcomes.slice(0, -2).keys(), 29]);
  for (const index of described.slice(0, -1))
    expect(await run.description(index)).toMatchObject({ text: `${index} ${'word '.repeat(2000)}` });
  expect(await run.description(29)).toMatchObject({ text: 'short' });
  await run.close();
});
