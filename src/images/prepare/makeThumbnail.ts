import { decode, readHead } from '../open/decode.ts';
import { fit } from '../fit.ts';
import { encode, fitted } from './encode.ts';
import { openFile } from '../open/openFile.ts';
import type { PreparedImage } from '../preparedImage.ts';
import { checkBytes, readString } from '../open/readFile.ts';

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
