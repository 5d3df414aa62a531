import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const unpack = promisify(brotliDecompress);

/** Longest that such a file is unpacked, bytes. */
const most = 64_000_000;

/** A file of our own; one whose name ends in `.br`, which the build has packed, as it was before. */
export async function readPacked(file: string | URL): Promise<Buffer<ArrayBuffer>> {
  const bytes = await readFile(file);
  const name = typeof file === 'string' ? file : file.pathname;
  return name.endsWith('.br') ? unpack(bytes, { maxOutputLength: most }) : bytes;
}
