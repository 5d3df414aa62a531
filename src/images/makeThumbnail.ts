import { decode, readHead } from './decode.ts';
import { encode, fit, fitted } from './encode.ts';
import { openFile } from './openFile.ts';
import type { PreparedImage } from './preparedImage.ts';
import { checkBytes, readString } from './readFile.ts';

/**
 * A small JPEG data URL of a picture, long side at most `side` pixels. JPEGs are decoded at a fraction of their size.
 * @throws {ValueError} where the picture cannot be read.
 */
export async function makeThumbnail(picture: PreparedImage | Uint8Array, side: number): Promise<string> {
  const file =
    picture instanceof Uint8Array
      ? checkBytes(picture, undefined)
      : await readString(picture.dataUrl, undefined);
  const opened = await openFile(file);
  const { autoOrient } = await readHead(opened);
  const { result } = await decode(opened, {}, image =>
    encode(fitted(image, fit(autoOrient, side)).toColourspace('srgb'), { quality: 80 }),
  );
  return result.dataUrl;
}
