import { decodePixels } from '../images/open/decodePixels.ts';
import { prepareImage } from '../images/prepare/prepareImage.ts';
import type { Pixels } from './engine/pixels.ts';
import { longestSide } from './limits.ts';

/** JPEG quality that costs recognition nothing. */
const quality = 95;

/** An image as it is looked at, and the size of the source itself, upright. */
export interface OpenedImage {
  image: Pixels;
  size: { width: number; height: number };
}

/**
 * Opens an image as a model would be sent it: upright, opaque, its first frame or page on which something is to be seen.
 * @throws {ValueError} where the source is no image.
 */
export async function openForRecognition(source: string | Uint8Array): Promise<OpenedImage> {
  const isPrepared = typeof source === 'string' && source.startsWith('data:image/jpeg');
  const prepared = isPrepared ? undefined : await prepareImage(source, { maxSide: longestSide, quality });
  const { data, width, height, fullWidth, fullHeight } = await decodePixels(
    prepared?.dataUrl ?? String(source),
    { side: longestSide, onWhite: true },
  );
  const size = prepared?.original ?? { width: fullWidth, height: fullHeight };
  return {
    image: { rgb: data, width, height },
    size: { width: size.width, height: size.height },
  };
}
