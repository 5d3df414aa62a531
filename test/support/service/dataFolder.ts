import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Says what to do when the test is over, or with `afterAll` when all of the file are. */
export type CleanUp = (work: () => void) => void;

/** A data folder that goes with the test. */
export function dataFolder(cleanUp: CleanUp = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-service-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every byte in a folder, file by file. */
export function bytesOf(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return new Map(
    files.map(file => {
      const path = join(file.parentPath, file.name);
      return [path, readFileSync(path)];
    }),
  );
}
