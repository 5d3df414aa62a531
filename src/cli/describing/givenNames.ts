import { readFile } from 'node:fs/promises';
import { SightlineError, systemCode } from '../../base/errors.ts';
import { decodedText } from '../input/decodedText.ts';
import { readInput } from '../input/standardInput.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';

/**
 * The names in a file, one a line, or divided by NUL as `find -print0` writes them; `-` is standard input. Empty lines
 * and repeated names count for nothing.
 * @throws {UsageError} where there is none.
 */
export async function readNames({ stdin, signal }: Session, file: string): Promise<string[]> {
  const text = decodedText(file === '-' ? await readInput(stdin, signal) : await readList(file));
  const names = text.includes('\0') ? text.split('\0') : text.split(/\r?\n/);
  const given = [...new Set(names)].filter(name => name.trim() !== '');
  if (given.length === 0) throw new UsageError(`${listName(file)} contains no file names.`, 'describe');
  return given;
}

async function readList(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const reason = systemCode(cause) ?? 'no reason given';
    throw new SightlineError('store', `${file} cannot be read (${reason}).`, { cause });
  }
}

function listName(file: string): string {
  return file === '-' ? 'standard input' : file;
}
