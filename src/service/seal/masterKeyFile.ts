import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { syncFolderSync, writeWholeSync } from '../../base/node/writeWhole.ts';

/*
 * The master key's files in the data folder. Only the holder of the store's write lock writes them, so that two
 * processes never do at once; reading needs no lock.
 */

/** Where the master key lies. */
export const keyFile = (dataDir: string): string => join(dataDir, 'master.key');
/** Where the next one waits until the values sealed under it are committed. */
export const nextKeyFile = (dataDir: string): string => join(dataDir, 'master.key.next');

/**
 * The 32 bytes of a master key written as 64 hexadecimal characters.
 * @throws {SightlineError} `store`, naming `where` it came from and never the text.
 */
export function parseMasterKey(text: string, where: string): Uint8Array {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new SightlineError('store', `The master key in ${where} is not 64 hexadecimal characters.`, {
      hint: 'Restore it from a backup, or make one with: openssl rand -hex 32',
    });
  return Buffer.from(hex, 'hex');
}

/** A new master key. */
export const makeMasterKey = (): Uint8Array => randomBytes(32);

/** The key in `file`, or undefined where there is none. */
export function readKeyFile(file: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return parseMasterKey(text, file);
}

/** Writes `key` to `file`, whole or not at all, readable by this account only, and safe on the disk before it returns. */
export function writeKeyFile(dataDir: string, file: string, key: Uint8Array): void {
  const text = `${Buffer.from(key).toString('hex')}\n`;
  writeWholeSync(file, text, { mode: 0o600, temporary: draftOf(file) });
  syncFolderSync(dataDir);
}

/** Removes what a killed {@link writeKeyFile} has left: no value was ever sealed under it. */
export function removeDrafts(dataDir: string): void {
  for (const file of [keyFile(dataDir), nextKeyFile(dataDir)]) rmSync(draftOf(file), { force: true });
}

const draftOf = (file: string): string => `${file}.draft`;

/** Puts `from` in the place of `to`, safe on the disk before it returns. */
export function moveKeyFile(dataDir: string, from: string, to: string): void {
  renameSync(from, to);
  syncFolderSync(dataDir);
}
