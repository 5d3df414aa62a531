export { withTileText } from './api/turnImages.ts';
import type { PreparedImage } from '../images/preparedImage.ts';

/** The image parts of a picture: the picture, then its crops. */
export function partsOf({ dataUrl, tiles }: PreparedImage): string[] {
  return [dataUrl, ...(tiles?.dataUrls ?? [])];
}

/** A picture without its crops: the describer measures whole pictures, and crops tell it nothing more. */
export function withoutTiles({ tiles: _, ...picture }: PreparedImage): PreparedImage {
  return picture;
}
