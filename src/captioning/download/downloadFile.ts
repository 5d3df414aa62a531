import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { BodyTooLarge, boundedPieces } from '../../base/node/boundedBody.ts';
import { makeFolders } from '../../base/node/makeFolder.ts';
import { abortError } from '../../base/onAbort.ts';
import { sleep } from '../../base/sleep.ts';
import { hubFetch, isPassing, type HubRequest } from '../hub/hubFetch.ts';
import type { PlannedFile } from '../models/installedModel.ts';
import { hashFile, isAsTold } from '../models/fileHash.ts';
import { t } from '../../base/l10n.ts';

/** How one file is fetched. */
export interface DownloadFileOptions extends HubRequest {
  /** Hears how many bytes of the file are here. */
  onBytes?: (bytes: number) => void;
  sleep?: typeof sleep;
}

/** Tries in a row that bring nothing, and the pause after the first of them in milliseconds, which doubles. */
const [mostTries, firstPause] = [5, 1000];
/** A day: a slow line is no failure, a server that drips without end is one. */
const longestMs = 24 * 3600 * 1000;

/**
 * Fetches a file under a temporary name, goes on where an earlier try ended, and gives it its name once its size and hash
 * are those that the hub told.
 * @param file Where it comes to lie.
 * @returns the SHA-256 of what lies there.
 * @throws {SightlineError} `incomplete` where the content is another one; what the connection throws; an AbortError. What
 * came stays for the next try.
 */
export async function downloadFile(
  address: string,
  file: string,
  planned: PlannedFile,
  options: DownloadFileOptions = {},
): Promise<string> {
  const { signal, onBytes, sleep: wait = sleep } = options;
  const there = await whole(file, planned, signal);
  if (there !== undefined) {
    onBytes?.(planned.bytes);
    return there;
  }
  await makeFolders(path.dirname(file));
  const part = `${file}.part`;
  for (let tries = 1; ; tries++) {
    const before = await sizeOf(part);
    try {
      await fetchRest(address, part, planned, options);
      break;
    } catch (error) {
      if (signal?.aborted) throw abortError(signal);
      if ((await sizeOf(part)) > before) tries = 1;
      if (!isPassing(error) || tries >= mostTries) throw error;
      await wait(firstPause * 2 ** (tries - 1), signal);
    }
  }
  const hashes = await hashFile(part, planned.bytes, signal);
  if (!isAsTold(planned, hashes)) {
    await rm(part, { force: true });
    throw mismatch(address, planned);
  }
  await rename(part, file);
  return hashes.sha256;
}

/** Brings the temporary file to its full size. */
async function fetchRest(
  address: string,
  part: string,
  planned: PlannedFile,
  { onBytes, ...request }: DownloadFileOptions,
): Promise<void> {
  let have = await sizeOf(part);
  if (have > planned.bytes) {
    await rm(part, { force: true });
    have = 0;
  }
  onBytes?.(have);
  if (have === planned.bytes && have > 0) return;
  const range = have > 0 ? { range: `bytes=${have}-` } : {};
  const response = await hubFetch(address, { ...request, headers: range });
  const start = response.status === 206 ? startOf(response.headers.get('content-range')) : 0;
  if (response.status === 416 || start !== (start === 0 ? 0 : have)) {
    await response.body?.cancel();
    // What is here is of no use to this server: the next try begins anew.
    await rm(part, { force: true });
    throw brokenOff();
  }
  const handle = await open(part, start === 0 ? 'w' : 'a');
  try {
    let bytes = start;
    const limits = { bytes: planned.bytes - start, totalMs: longestMs, silenceMs: longestMs };
    for await (const piece of boundedPieces(response.body, limits)) {
      await writeAll(handle, piece);
      bytes += piece.byteLength;
      onBytes?.(bytes);
    }
    await handle.sync();
    if (bytes < planned.bytes) throw brokenOff();
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    await rm(part, { force: true });
    throw mismatch(address, planned);
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength;) at += (await handle.write(piece, at)).bytesWritten;
}

/** Where a part of a file begins, by `content-range`: `bytes 100-199/200`. */
function startOf(contentRange: string | null): number {
  const [, start] = /^bytes (\d{1,15})-/.exec(contentRange ?? '') ?? [];
  return start === undefined ? -1 : Number(start);
}

/** A body that ended before its time, without an error of its own. */
function brokenOff(): Error {
  return Object.assign(new Error('the answer broke off'), { code: 'ECONNRESET' });
}

function mismatch(address: string, { path: name }: PlannedFile): SightlineError {
  const { host } = new URL(address);
  return new SightlineError(
    'incomplete',
    t('The file "{name}" from {host} is not the one that it lists.', { name, host }),
    {
      hint: t('It was deleted. Download the model again, or use another mirror.'),
    },
  );
}

/** The SHA-256 of a file that is there already, as it should be; of another one nothing is left. */
async function whole(file: string, planned: PlannedFile, signal?: AbortSignal): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isFile() && found.size === planned.bytes) {
    const hashes = await hashFile(file, planned.bytes, signal);
    if (isAsTold(planned, hashes)) return hashes.sha256;
  }
  await rm(file, { recursive: true, force: true });
  return undefined;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
