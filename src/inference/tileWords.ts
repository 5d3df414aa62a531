import type { PreparedImage } from '../images/preparedImage.ts';

/** The image parts of a picture: the picture, then its crops. */
export function partsOf({ dataUrl, tiles }: PreparedImage): string[] {
  return [dataUrl, ...(tiles?.dataUrls ?? [])];
}

/** A picture without its crops: the describer measures whole pictures, and crops tell it nothing more. */
export function withoutTiles({ tiles: _, ...picture }: PreparedImage): PreparedImage {
  return picture;
}

/** A question with a word on which image part is what, where pictures are sent with crops. */
export function withTileWords(text: string, pictures: readonly PreparedImage[]): string {
  const lines: string[] = [];
  let number = 1;
  for (const picture of pictures) {
    const { tiles } = picture;
    if (tiles !== undefined)
      lines.push(
        `Image ${number} is an overview; images ${number + 1} to ${number + tiles.dataUrls.length} are crops of it in full size, row by row from the top left, ${tiles.across} across and ${tiles.down} down.`,
      );
    number += partsOf(picture).length;
  }
  return [text, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n');
}
