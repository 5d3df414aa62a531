import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-many-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('50,000 rows with 50 MB of answers take a few tens of megabytes: texts stay on the disk', async () => {
  const child = join(import.meta.dirname, 'children', 'weighRun.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, folder, '50000']);
  const { bytes, ...rest } = JSON.parse(stdout) as { bytes: number; described: number; whole: boolean };
  expect(rest).toEqual({ described: 50_000, whole: true });
  expect(bytes).toBeGreaterThan(5_000_000);
  expect(bytes).toBeLessThan(60_000_000);
});
