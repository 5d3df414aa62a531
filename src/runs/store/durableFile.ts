import { makeFolders } from '../../base/node/makeFolder.ts';
import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '../../base/errors.ts';

/** Makes a folder that is there after a power cut too. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await makeFolders(folder, 0o700);
  if (first === undefined) return;
  // Each new folder is an entry of the one above it.
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes the names in a folder as durable as the files' contents are. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing, and keeps names with their files.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems have no such thing either.
    if (!unsupported.has(systemCode(error) ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

const unsupported = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Writes all bytes of `bytes` at `position`, however many calls it takes. */
export async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Bytes that are gathered for one write. */
const pieceLength = 1 << 18;

/**
 * Writes a file whole: to a name beside it, synced, then renamed over it, so that there is never half of it.
 * @returns the file's length.
 */
export async function writeWhole(file: string, lines: Iterable<string>): Promise<number> {
  const beside = `${file}.new`;
  let length = 0;
  try {
    const handle = await open(beside, 'w', 0o600);
    try {
      let piece: string[] = [];
      let gathered = 0;
      const flush = async () => {
        const bytes = Buffer.from(piece.join(''));
        await writeAll(handle, bytes, length);
        length += bytes.length;
        piece = [];
        gathered = 0;
      };
      for (const line of lines) {
        piece.push(line, '\n');
        gathered += line.length;
        if (gathered > pieceLength) await flush();
      }
      await flush();
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(file));
  return length;
}
