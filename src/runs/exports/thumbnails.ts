import { isAbort } from '../../base/errors.ts';
import { makeThumbnail } from '../../images/prepare/makeThumbnail.ts';
import type { RunRow } from '../runRow.ts';
import { thumbnailFolderOf } from './exportedPictures.ts';
import type { ExportOptions } from './exportOptions.ts';
import { sha256Of } from '../../base/node/hash.ts';
import type { WrittenFile } from './manifest.ts';

/** Pixels of a thumbnail's long side. */
const side = 320;

/**
 * Writes small JPEG files into a folder beside a page, one for each content, named by its SHA-256.
 * @param written gets the files that are there afterwards.
 * @returns what writes a picture's and gives its name relative to the page; `undefined` where there is no such picture any
 * more: its file cannot be read or holds something else than what was described.
 */
export function thumbnailWriter(
  page: string,
  { files, readPicture, signal }: ExportOptions,
  written: WrittenFile[],
): (row: RunRow) => Promise<string | undefined> {
  const { folder, name } = files.split(page);
  const folderName = thumbnailFolderOf(name);
  const begun = new Map<string, Promise<string | undefined>>();

  const write = async (row: RunRow, sha256: string): Promise<string | undefined> => {
    const bytes = await small(row, sha256);
    if (bytes === undefined) return undefined;
    const thumbnail = `${folderName}/${sha256.slice(0, 32)}.jpg`;
    await files.write(files.join(folder, thumbnail), bytes);
    written.push({ name: thumbnail, sha256: sha256Of(bytes) });
    return thumbnail;
  };

  const small = async (row: RunRow, sha256: string): Promise<Uint8Array | undefined> => {
    try {
      const bytes = await readPicture?.(row, signal);
      if (bytes === undefined || sha256Of(bytes) !== sha256) return undefined;
      const dataUrl = await makeThumbnail(bytes, side);
      return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
    } catch (error) {
      if (isAbort(error)) throw error;
      // The page has its description all the same; that the picture is missing is counted.
      return undefined;
    }
  };

  return row => {
    const { sha256 } = row;
    if (sha256 === undefined) return Promise.resolve(undefined);
    const earlier = begun.get(sha256);
    if (earlier !== undefined) return earlier;
    const result = write(row, sha256);
    begun.set(sha256, result);
    return result;
  };
}
