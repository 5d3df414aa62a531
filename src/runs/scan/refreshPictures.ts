import { isAbort } from '../../base/errors.ts';
import { unlessAborted } from '../../base/unlessAborted.ts';
import type { PictureFiles, RunPicture } from '../runPicture.ts';
import type { RunRecord } from '../runRecord.ts';
import type { RunRow } from '../runRow.ts';
import { contentHash } from '../store/contentHash.ts';

/** Files that are looked at together. */
const together = 64;

/** How the files of a run are looked at. */
export interface RefreshOptions {
  signal: AbortSignal;
  /** Called with how many pictures were looked at so far. */
  onProgress?: (looked: number) => void;
}

/**
 * Looks at the files of a run that is resumed: a picture that changed since is open again, for what it holds now. One
 * that was only touched, or is gone, keeps its description.
 * @throws {SightlineError} `store` where a change cannot be kept; an AbortError once the signal fires, also where the folder
 * does not answer.
 */
export async function refreshPictures(
  files: PictureFiles,
  record: RunRecord,
  { signal, onProgress }: RefreshOptions,
): Promise<void> {
  for (let from = 0; from < record.rows.length; from += together) {
    const rows = record.rows.slice(from, from + together);
    const found = await unlessAborted(
      Promise.all(rows.map(({ picture }) => files.stat(picture.location))),
      signal,
    );
    const changed: Changed[] = [];
    for (const [place, row] of rows.entries()) {
      const now = found[place];
      if (now?.kind === 'file' && differs(now, row.picture)) {
        const picture = { ...row.picture, byteLength: now.byteLength, modifiedAt: now.modifiedAt };
        // One after the other: pictures are large.
        changed.push({ row, picture, sha256: await contentIfTouched(files, row, picture, signal) });
      }
      onProgress?.(from + place + 1);
    }
    await Promise.all(changed.map(one => keep(record, one)));
  }
}

/** A picture whose file is another one, or was touched. */
interface Changed {
  row: RunRow;
  picture: RunPicture;
  /** What it holds now, where that is known. */
  sha256: string | undefined;
}

type Stat = Pick<RunPicture, 'byteLength' | 'modifiedAt'>;

function differs(now: Stat, before: Stat): boolean {
  return now.byteLength !== before.byteLength || now.modifiedAt !== before.modifiedAt;
}

/** What a described picture holds now, where it may be the same still: another checkout of a folder has other times. */
async function contentIfTouched(
  files: PictureFiles,
  row: RunRow,
  now: RunPicture,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (row.state !== 'described' || now.byteLength !== row.picture.byteLength) return undefined;
  try {
    return (await unlessAborted(contentHash(files, now, signal), signal)).sha256;
  } catch (error) {
    if (isAbort(error)) throw error;
    // It is open, and whoever asks about it is told why it cannot be read.
    return undefined;
  }
}

async function keep(record: RunRecord, { row, picture, sha256 }: Changed): Promise<void> {
  await record.setPicture(row.index, picture);
  if (sha256 !== undefined) record.identify(row.index, sha256);
}
