import { fit, type Size } from '../fit.ts';
import { loadSharp } from '../open/loadSharp.ts';
import type { PreparedImage } from '../preparedImage.ts';

/** The files that a drawn copy can be. */
export type DrawnFormat = 'jpeg' | 'png' | 'webp';

/** Longest side of a drawn copy, pixels: what is drawn over it needs four bytes for each. */
const longestSide = 4096;

/**
 * A picture with a drawing over it.
 * @param drawing gives the drawing (SVG without anything outside itself) for the size of the copy.
 * @returns the bytes of the copy's file.
 */
export async function drawOver(
  picture: Pick<PreparedImage, 'dataUrl' | 'width' | 'height'>,
  drawing: (size: Size) => string,
  format: DrawnFormat,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const size = fit(picture, longestSide);
  const jpeg = Buffer.from(picture.dataUrl.slice(picture.dataUrl.indexOf(',') + 1), 'base64');
  const image = sharp(jpeg)
    .resize({ ...size, fit: 'fill', kernel: 'linear' })
    .composite([{ input: Buffer.from(drawing(size)), left: 0, top: 0 }]);
  return image.toFormat(format, format === 'png' ? {} : { quality: 90 }).toBuffer();
}
