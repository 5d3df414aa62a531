import { makeFolders } from '../../base/node/makeFolder.ts';
import { syncFolder, writeWhole } from '../../base/node/writeWhole.ts';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder that is there after a power cut too. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await makeFolders(folder, 0o700);
  if (first === undefined) return;
  // Each new folder is an entry of the one above it.
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Writes all bytes of `bytes` at `position`, however many calls it takes. */
export async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/**
 * Writes a file of lines whole, for this account only, to outlive a power cut.
 * @returns the file's length.
 */
export async function writeLines(file: string, lines: Iterable<string>): Promise<number> {
  const length = await writeWhole(file, ended(lines), { mode: 0o600, temporary: `${file}.new` });
  await syncFolder(dirname(file));
  return length;
}

function* ended(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
