import type { PictureFiles } from '../runPicture.ts';
import type { RunRecord } from '../runRecord.ts';

/** Pictures that are looked at together. */
const together = 64;

/**
 * Looks at the files of a run that is resumed: a picture that changed since is open again, for what it holds now. One
 * that is gone keeps its description.
 * @returns how many changed.
 * @throws an AbortError once the signal fires.
 */
export async function refreshPictures(
  files: PictureFiles,
  record: RunRecord,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (let from = 0; from < record.rows.length; from += together) {
    signal?.throwIfAborted();
    await Promise.all(
      record.rows.slice(from, from + together).map(async ({ index, picture }) => {
        const found = await files.stat(picture.location);
        if (found?.kind !== 'file') return;
        const { byteLength, modifiedAt } = found;
        if (byteLength === picture.byteLength && modifiedAt === picture.modifiedAt) return;
        changed += 1;
        await record.setPicture(index, { ...picture, byteLength, modifiedAt });
      }),
    );
  }
  return changed;
}
