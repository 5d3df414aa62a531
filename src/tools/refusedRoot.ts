import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * Why a folder is no root of tools: it holds more than a project. Undefined where it may be one.
 * @returns what it is, for the beginning of a sentence.
 */
export function refusedRoot(folder: string): string | undefined {
  const real = realOf(folder);
  const home = realOf(homedir());
  if (real === path.parse(real).root) return 'The whole disk';
  if (real === home) return 'The home folder';
  return `${home}${path.sep}`.startsWith(`${real}${path.sep}`) ? 'A folder above the home folder' : undefined;
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // It is not there: nothing will be found in it.
    return path.resolve(folder);
  }
}
