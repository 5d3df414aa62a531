import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { PlannedFile } from './installedModel.ts';

/** The SHA-256 of a file, and git's name of its content. */
export interface FileHashes {
  sha256: string;
  gitBlob: string;
}

/** Reads a file of so many bytes once for both. Throws the system's error, an AbortError once the signal fires. */
export async function hashFile(file: string, bytes: number, signal?: AbortSignal): Promise<FileHashes> {
  const sha256 = createHash('sha256');
  const gitBlob = createHash('sha1').update(`blob ${bytes}\0`);
  const stream = createReadStream(file, { highWaterMark: 1 << 20, ...(signal ? { signal } : {}) });
  for await (const piece of stream as AsyncIterable<Buffer>) {
    sha256.update(piece);
    gitBlob.update(piece);
  }
  return { sha256: sha256.digest('hex'), gitBlob: gitBlob.digest('hex') };
}

/** Whether the content is the one that the hub told of. */
export function isAsTold({ check }: PlannedFile, hashes: FileHashes): boolean {
  return 'sha256' in check ? check.sha256 === hashes.sha256 : check.gitBlob === hashes.gitBlob;
}
