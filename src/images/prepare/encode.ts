import type { Sharp } from 'sharp';
import type { Size } from '../fit.ts';
import { encodeError } from '../imageErrors.ts';
import { defaultQuality } from '../limits.ts';
import type { ImageOptions, PreparedImage } from '../preparedImage.ts';

/** The encoded part of a prepared picture. */
export type EncodedImage = Omit<PreparedImage, 'original' | 'mapping' | 'channel' | 'tiles' | 'notes'>;

/** Refuses options that no picture can be encoded with. */
export function checkImageOptions({ maxSide, quality, background, page, mapping }: ImageOptions): void {
  if (maxSide !== undefined && !(Number.isInteger(maxSide) && maxSide >= 1))
    throw encodeError('maxSide must be a whole number above 0.', { code: 'imageTooLarge' });
  if (quality !== undefined && !(Number.isInteger(quality) && quality >= 1 && quality <= 100))
    throw encodeError('quality must be a whole number from 1 to 100.');
  if (background !== undefined && !/^#[\da-f]{6}$/i.test(background))
    throw encodeError('background must be a colour like #ffffff.');
  if (page !== undefined && !(Number.isInteger(page) && page >= 1))
    throw encodeError('page must be a whole number above 0.');
  if (
    typeof mapping === 'object' &&
    !(Number.isFinite(mapping.high - mapping.low) && mapping.low < mapping.high)
  )
    throw encodeError('The black point must be below the white point.');
}

/** Whether a picture is so small that its colours may not be thinned out (icons, pixel art). */
export function isSmall({ width, height }: Size): boolean {
  return width * height <= 256 * 256;
}

/** Upright and of `size`, whatever comes next: decoding, scaling and encoding run in one pass. */
export function fitted(image: Sharp, size: Size): Sharp {
  // The triangle as wide as the pixels that it puts together: within half a decibel of the default in the sent JPEG, in a
  // third less time. What is left is for the most part the decoding of the JPEG.
  return image.autoOrient().resize({ ...size, fit: 'fill', kernel: 'linear' });
}

/** On white or the wanted colour, sRGB, a JPEG without metadata. Of a small picture each pixel counts: it keeps all of its colour. */
export async function encode(
  image: Sharp,
  { quality = defaultQuality, background = '#ffffff' }: Pick<ImageOptions, 'quality' | 'background'>,
  isSmall = false,
): Promise<EncodedImage> {
  const { data, info } = await image
    .flatten({ background })
    .toColourspace('srgb')
    // Computing Huffman tables for each picture would save a few percent of its bytes and cost a fifth of the time.
    .jpeg({ quality, optimiseCoding: false, chromaSubsampling: isSmall ? '4:4:4' : '4:2:0' })
    .toBuffer({ resolveWithObject: true });
  return {
    dataUrl: `data:image/jpeg;base64,${data.toString('base64')}`,
    width: info.width,
    height: info.height,
    byteLength: data.byteLength,
  };
}
