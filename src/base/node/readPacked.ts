import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { keptUnpacked } from './keptUnpacked.ts';

const unpack = promisify(brotliDecompress);

/** Longest that such a file is unpacked, bytes. */
const most = 64_000_000;

/**
 * A file of our own; one whose name ends in `.br`, which the build has packed, as it was before.
 * @param kept the folder where it stays unpacked, for the next one who asks.
 */
export async function readPacked(file: string | URL, kept?: string): Promise<Buffer<ArrayBuffer>> {
  const bytes = await readFile(file);
  const name = path.posix.basename(typeof file === 'string' ? file.replaceAll('\\', '/') : file.pathname);
  if (!name.endsWith('.br')) return bytes;
  const unpacked = (packed: Uint8Array): Promise<Buffer<ArrayBuffer>> =>
    unpack(packed, { maxOutputLength: most });
  return kept === undefined
    ? unpacked(bytes)
    : keptUnpacked(bytes, name.slice(0, -'.br'.length), kept, unpacked);
}
