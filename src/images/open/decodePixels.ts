import { decode, readHead } from './decode.ts';
import { openFile } from './openFile.ts';
import type { RawPixels } from '../preparedImage.ts';
import { readString } from './readFile.ts';

/** Pixels of a picture in a wanted size, and what the picture itself is. */
export interface DecodedPixels extends RawPixels {
  /** As sharp names it. */
  format: string;
  /** The picture's own size in pixels, orientation applied. */
  fullWidth: number;
  fullHeight: number;
}

/**
 * Decodes the picture in a `data:image/` URL to sRGB within `side` pixels, never enlarged: three channels, or four
 * where the picture has alpha and is not laid `onWhite`.
 * @throws {ValueError} where it cannot be read.
 */
export async function decodePixels(
  dataUrl: string,
  { side, onWhite }: { side: number; onWhite: boolean },
): Promise<DecodedPixels> {
  const file = await openFile(await readString(dataUrl, undefined));
  const { format, hasAlpha, autoOrient } = await readHead(file);
  const { result } = await decode(file, {}, image => {
    const sized = image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
      .toColourspace('srgb');
    return (
      hasAlpha && !onWhite ? sized.ensureAlpha() : sized.flatten({ background: '#ffffff' }).removeAlpha()
    )
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  });
  const { width, height, channels } = result.info;
  return {
    data: result.data,
    width,
    height,
    channels,
    format,
    fullWidth: autoOrient.width,
    fullHeight: autoOrient.height,
  };
}
