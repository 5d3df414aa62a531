import type { FileHandle } from 'node:fs/promises';

/**
 * Reads a file from a place on until `bytes` is full or the file ends: a single read may give less.
 * @returns how many bytes there are.
 */
export async function fillFrom(
  handle: Pick<FileHandle, 'read'>,
  bytes: Buffer,
  position: number,
): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
