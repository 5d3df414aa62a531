import type { PictureFiles } from '../runPicture.ts';
import type { RunRecord } from '../runRecord.ts';
import { unlessAborted } from '../running/unlessAborted.ts';

/** Pictures that are looked at together. */
const together = 64;

/** How the files of a run are looked at. */
export interface RefreshOptions {
  signal: AbortSignal;
  /** Called with how many pictures were looked at so far. */
  onProgress?: (looked: number) => void;
}

/**
 * Looks at the files of a run that is resumed: a picture that changed since is open again, for what it holds now. One
 * that is gone keeps its description.
 * @returns how many changed.
 * @throws {SightlineError} `store` where a change cannot be kept; an AbortError once the signal fires, also where the folder
 * does not answer.
 */
export async function refreshPictures(
  files: PictureFiles,
  record: RunRecord,
  { signal, onProgress }: RefreshOptions,
): Promise<number> {
  let changed = 0;
  for (let from = 0; from < record.rows.length; from += together) {
    const rows = record.rows.slice(from, from + together);
    await Promise.all(
      rows.map(async ({ index, picture }) => {
        const found = await unlessAborted(files.stat(picture.location), signal);
        if (found?.kind !== 'file') return;
        const { byteLength, modifiedAt } = found;
        if (byteLength === picture.byteLength && modifiedAt === picture.modifiedAt) return;
        changed += 1;
        await record.setPicture(index, { ...picture, byteLength, modifiedAt });
      }),
    );
    onProgress?.(from + rows.length);
  }
  return changed;
}
