import { setImmediate as nextRound } from 'node:timers/promises';
import type { RunPicture } from '../runPicture.ts';
import type { Skipped } from './folderWalk.ts';
import type { Scan } from './scanPictures.ts';

/** A scan on its way from one thread to another: bytes and numbers in a row, which change hands without a copy. */
export interface PackedScan {
  pictures: PackedPictures;
  missing: PackedPictures;
  skipped: { names: Uint8Array<ArrayBuffer>; reasons: Uint8Array<ArrayBuffer> };
}

interface PackedPictures {
  count: number;
  /** Texts in UTF-8, each followed by a zero, which no name of a file holds. */
  names: Uint8Array<ArrayBuffer>;
  locations: Uint8Array<ArrayBuffer>;
  /** Of each picture its length in bytes and its time. */
  numbers: Float64Array<ArrayBuffer>;
}

/** Follows each text. */
const end = '\0';
/** Bytes of texts that are read at once. */
const pieceLength = 1 << 16;
/** Pictures after which others get a turn. */
const together = 5000;

/** Packs a scan. */
export function packScan({ pictures, missing, skipped }: Scan): PackedScan {
  return {
    pictures: packPictures(pictures),
    missing: packPictures(missing),
    skipped: {
      names: packTexts(skipped.map(({ name }) => name)),
      reasons: packTexts(skipped.map(({ reason }) => reason)),
    },
  };
}

/** What changes hands with a packed scan. */
export function buffersOf({ pictures, missing, skipped }: PackedScan): ArrayBuffer[] {
  return [pictures, missing]
    .flatMap(({ names, locations, numbers }) => [names.buffer, locations.buffer, numbers.buffer])
    .concat(skipped.names.buffer, skipped.reasons.buffer);
}

/** Unpacks a scan, with turns for others. */
export async function unpackScan({ pictures, missing, skipped }: PackedScan): Promise<Scan> {
  return {
    pictures: await unpackPictures(pictures),
    missing: await unpackPictures(missing),
    skipped: await unpackSkipped(skipped),
  };
}

function packPictures(pictures: readonly RunPicture[]): PackedPictures {
  return {
    count: pictures.length,
    names: packTexts(pictures.map(({ name }) => name)),
    locations: packTexts(pictures.map(({ location }) => location)),
    numbers: Float64Array.from(pictures.flatMap(({ byteLength, modifiedAt }) => [byteLength, modifiedAt])),
  };
}

function packTexts(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(texts.map(text => text + end).join(''));
}

async function unpackPictures({ count, names, locations, numbers }: PackedPictures): Promise<RunPicture[]> {
  const pictures: RunPicture[] = [];
  const nextName = texts(names);
  const nextLocation = texts(locations);
  for (let index = 0; index < count; index++) {
    if (index % together === together - 1) await nextRound();
    pictures.push({
      location: nextLocation(),
      name: nextName(),
      byteLength: numbers[2 * index] ?? 0,
      modifiedAt: numbers[2 * index + 1] ?? 0,
    });
  }
  return pictures;
}

async function unpackSkipped({ names, reasons }: PackedScan['skipped']): Promise<Skipped[]> {
  const skipped: Skipped[] = [];
  const nextName = texts(names);
  const nextReason = texts(reasons);
  for (let name = nextName(); name !== ''; name = nextName())
    if (skipped.push({ name, reason: nextReason() }) % together === 0) await nextRound();
  return skipped;
}

/** Gives one text after the other, and an empty one once there are no more. */
function texts(packed: Uint8Array): () => string {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let [read, from] = [0, 0];
  let piece = '';
  return () => {
    if (from >= piece.length) {
      // As many whole texts as fit; a longer one alone.
      const last = bytes.lastIndexOf(0, read + pieceLength - 1);
      const until = last >= read ? last : bytes.indexOf(0, read);
      if (until < 0) return '';
      piece = bytes.toString('utf8', read, until + 1);
      [read, from] = [until + 1, 0];
    }
    const to = piece.indexOf(end, from);
    const text = piece.slice(from, to);
    from = to + 1;
    return text;
  };
}
