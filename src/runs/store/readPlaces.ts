import type { FileHandle } from 'node:fs/promises';
import { fillFrom } from '../../base/node/fillFrom.ts';
import type { LinePlace } from './readLines.ts';

/** Bytes that are read together at most, but for a longer line, and those between two lines that are read with them. */
const [longestSpan, widestGap] = [1 << 18, 1 << 12];

/** Lines of a file that are read together. */
interface Span {
  start: number;
  end: number;
  /** Which of the wanted places lie in it. */
  members: number[];
}

/**
 * Reads many lines of a file, those that lie near each other together, in the order in which they lie there.
 * @param take is given the bytes of each, which are its to use only while it is called, with the line's number among `places`.
 */
export async function readPlaces(
  handle: Pick<FileHandle, 'read'>,
  places: readonly LinePlace[],
  take: (bytes: Buffer, index: number) => void,
): Promise<void> {
  const spans = spansOf(places);
  const buffer = Buffer.allocUnsafe(Math.max(0, ...spans.map(({ start, end }) => end - start)));
  for (const { start, end, members } of spans) {
    const length = await fillFrom(handle, buffer.subarray(0, end - start), start);
    for (const index of members) {
      const place = places[index];
      if (place === undefined) continue;
      const from = place.offset - start;
      take(buffer.subarray(Math.min(from, length), Math.min(from + place.length, length)), index);
    }
  }
}

function spansOf(places: readonly LinePlace[]): Span[] {
  const spans: Span[] = [];
  const inFile = [...places.entries()].sort(([, one], [, other]) => one.offset - other.offset);
  for (const [index, { offset, length }] of inFile) {
    const last = spans.at(-1);
    const end = offset + length;
    if (last !== undefined && offset - last.end <= widestGap && end - last.start <= longestSpan) {
      last.members.push(index);
      last.end = Math.max(last.end, end);
    } else spans.push({ start: offset, end, members: [index] });
  }
  return spans;
}
