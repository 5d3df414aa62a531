import { setImmediate as nextRound } from 'node:timers/promises';
import type { RunPicture } from '../runPicture.ts';
import type { Skipped } from './folderWalk.ts';
import type { Scan } from './scanPictures.ts';

/** A scan on its way from one thread to another: a few long texts and numbers in a row are taken over at once. */
export interface PackedScan {
  pictures: PackedPictures;
  missing: PackedPictures;
  skipped: { names: string; reasons: string };
}

interface PackedPictures {
  count: number;
  names: string;
  locations: string;
  /** Of each picture its length in bytes and its time. */
  numbers: Float64Array;
}

/** Stands between texts: no name of a file holds it. */
const between = '\0';
/** Pictures after which others get a turn. */
const together = 5000;

/** Packs a scan. */
export function packScan({ pictures, missing, skipped }: Scan): PackedScan {
  return {
    pictures: packPictures(pictures),
    missing: packPictures(missing),
    skipped: {
      names: skipped.map(({ name }) => name).join(between),
      reasons: skipped.map(({ reason }) => reason).join(between),
    },
  };
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
    names: pictures.map(({ name }) => name).join(between),
    locations: pictures.map(({ location }) => location).join(between),
    numbers: Float64Array.from(pictures.flatMap(({ byteLength, modifiedAt }) => [byteLength, modifiedAt])),
  };
}

async function unpackPictures({ count, names, locations, numbers }: PackedPictures): Promise<RunPicture[]> {
  const pictures: RunPicture[] = [];
  const nextName = parts(names);
  const nextLocation = parts(locations);
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
  if (reasons === '') return skipped;
  const nextName = parts(names);
  for (const reason of reasons.split(between)) {
    if (skipped.push({ name: nextName(), reason }) % together === 0) await nextRound();
  }
  return skipped;
}

/** Gives one text after the other. */
function parts(texts: string): () => string {
  let from = 0;
  return () => {
    const end = texts.indexOf(between, from);
    const part = texts.slice(from, end < 0 ? undefined : end);
    from = end < 0 ? texts.length : end + 1;
    return part;
  };
}
