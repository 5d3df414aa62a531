import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../errors.ts';

/** What a file is made of; pieces of text are gathered into larger writes. */
export type FileContent = Uint8Array | string | Iterable<string> | AsyncIterable<string | Uint8Array>;

interface WholeOptions {
  /** The file's permission bits; otherwise those of the file that is replaced, or the system's default. */
  mode?: number;
  /** The path that the file has until it is whole, in the same folder, of the only writer; otherwise a random one. */
  temporary?: string;
}

/** Bytes that are gathered for one write, and those that a unit of a text takes at most. */
const [pieceLength, bytesOfUnit] = [1 << 18, 3];

/**
 * Writes a file whole or not at all: under a temporary name beside it, synced, then renamed over it. That the new name
 * outlives a power cut takes {@link syncFolder}.
 * @returns the file's length in bytes.
 * @throws the system's error, and whatever the content's iterator throws; then the temporary file is gone.
 */
export async function writeWhole(
  file: string,
  content: FileContent,
  { mode, temporary = path.join(path.dirname(file), `.sightline-${randomUUID()}.tmp`) }: WholeOptions = {},
): Promise<number> {
  const kept = mode === undefined ? await modeOf(file) : undefined;
  try {
    const length = await writeNew(temporary, content, mode ?? kept, kept !== undefined);
    await rename(temporary, file);
    return length;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** {@link writeWhole} for a small text, at once: for what runs before there is anything to wait for. */
export function writeWholeSync(
  file: string,
  text: string,
  { mode, temporary }: Required<WholeOptions>,
): void {
  // A killed process may have left one.
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, 'wx', mode);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}

/** Whether a file is named as {@link writeWhole} names one until it is whole; a killed process leaves it. */
export function isTemporaryName(name: string): boolean {
  return /^\.sightline-[\da-f-]{36}\.tmp$/.test(name);
}

/** Makes the names in a folder as durable as the files' contents are. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a folder, and keeps names with their files.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    refuseUnlessUnsupported(error);
  } finally {
    await handle.close();
  }
}

/** {@link syncFolder} at once. */
export function syncFolderSync(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    refuseUnlessUnsupported(error);
  } finally {
    closeSync(descriptor);
  }
}

/** Some network file systems cannot sync a folder either. */
function refuseUnlessUnsupported(error: unknown): void {
  if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error;
}

async function writeNew(
  file: string,
  content: FileContent,
  mode: number | undefined,
  exactly: boolean,
): Promise<number> {
  // A killed process may have left one.
  await rm(file, { force: true });
  const handle = await open(file, 'wx', mode);
  try {
    // The process's mask has taken bits from it; a disk without permissions may refuse.
    if (exactly && mode !== undefined) await handle.chmod(mode).catch(() => undefined);
    let length = 0;
    for await (const piece of inLargerPieces(content)) {
      await handle.writeFile(piece);
      length += piece.length;
    }
    await handle.sync();
    return length;
  } finally {
    await handle.close();
  }
}

/** Bytes of which each piece is gone before the next one is asked for: they lie in the same place. */
async function* inLargerPieces(content: FileContent): AsyncGenerator<Uint8Array, void, undefined> {
  if (content instanceof Uint8Array) return yield content;
  const gathered = Buffer.allocUnsafe(typeof content === 'string' ? 0 : pieceLength);
  let length = 0;
  for await (const piece of typeof content === 'string' ? [content] : content) {
    const isText = typeof piece === 'string';
    const most = isText ? bytesOfUnit * piece.length : piece.length;
    if (length > 0 && (!isText || length + most > gathered.length)) {
      yield gathered.subarray(0, length);
      length = 0;
    }
    if (!isText) yield piece;
    else if (most > gathered.length) yield Buffer.from(piece);
    else length += gathered.write(piece, length);
  }
  if (length > 0) yield gathered.subarray(0, length);
}

/** The permission bits of a file that is there. */
async function modeOf(file: string): Promise<number | undefined> {
  return await stat(file).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  );
}
