import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../errors.ts';

/**
 * Makes a folder and those above it that are not there. Node's own recursive way never ends where a file system takes
 * no folders and says so by ENOENT, as `/proc` does: here each folder is tried once.
 * @returns the topmost folder that was made; `undefined` where all were there.
 * @throws the system's error.
 */
export async function makeFolders(folder: string, mode?: number): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = await stat(at).catch(absent);
    if (found !== undefined || at === path.dirname(at)) break;
    missing.push(at);
  }
  let first: string | undefined;
  for (const one of missing.reverse()) {
    const made = await mkdir(one, { mode }).then(
      () => true,
      async (error: unknown) => standsThere(error, await stat(one).catch(absent)),
    );
    if (made) first ??= one;
  }
  return first;
}

/** {@link makeFolders} at once, for what runs before there is anything to wait for. */
export function makeFoldersSync(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false }) !== undefined || at === path.dirname(at)) break;
    missing.push(at);
  }
  for (const one of missing.reverse())
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      standsThere(error, statSync(one, { throwIfNoEntry: false }));
    }
}

function absent(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw error;
  return undefined;
}

/** Somebody else may have made the folder meanwhile; what else is in the way is the error that it is. */
function standsThere(error: unknown, found: { isDirectory: () => boolean } | undefined): false {
  if (found?.isDirectory() === true) return false;
  throw error;
}
