import type { FileHandle } from 'node:fs/promises';

/** Where a line lies in its file: bytes, without the line's end. */
export interface LinePlace {
  offset: number;
  length: number;
}

const pieceLength = 1 << 18;
/** Bytes. No line of ours is that long: a longer one is damage, and is not gathered in memory. */
export const longestLine = 1 << 26;

/**
 * Reads a file line by line in pieces, so that its size does not matter. A last line without an end is not given.
 * @param start where the first line begins that is wanted.
 * @returns where the last whole line ends, in bytes.
 */
export async function readLines(
  handle: FileHandle,
  onLine: (text: string, place: LinePlace) => void,
  start = 0,
): Promise<number> {
  const piece = Buffer.allocUnsafe(pieceLength);
  let begun: Buffer[] = [];
  let length = 0;
  let offset = start;
  for (let position = start; ;) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, position);
    if (bytesRead === 0) return offset;
    position += bytesRead;
    const bytes = piece.subarray(0, bytesRead);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      length += end - from;
      // Most lines lie within the piece: they need no view of their own.
      const text =
        length > longestLine
          ? ''
          : begun.length === 0
            ? bytes.toString('utf8', from, end)
            : Buffer.concat([...begun, bytes.subarray(from, end)]).toString('utf8');
      onLine(text, { offset, length });
      offset += length + 1;
      begun = [];
      length = 0;
      from = end + 1;
    }
    length += bytesRead - from;
    if (length > longestLine) begun = [];
    else if (from < bytesRead) begun.push(Buffer.from(bytes.subarray(from)));
  }
}

/** The first line of a file, without the rest of it; nothing where it has no end, or is none of ours. */
export async function firstLine(handle: FileHandle): Promise<string | undefined> {
  for (let length = 4096; length <= longestLine; length *= 4) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(10);
    if (end !== -1) return buffer.toString('utf8', 0, end);
    if (bytesRead < length) return undefined;
  }
  return undefined;
}
