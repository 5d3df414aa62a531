import sharp from 'sharp';
import { letter } from '../../scripts/sample/strokeFont.ts';

/** Words on paper: where their letters begin, and how high they are, pixels. */
export interface DrawnWords {
  words: string;
  x: number;
  y: number;
  size: number;
}

/** A page with words, as PNG. */
export function drawnWords(
  { width, height }: { width: number; height: number },
  lines: readonly DrawnWords[],
): Promise<Buffer> {
  const drawn = lines.map(({ words, ...place }) => letter(words, { ...place, colour: '#111' })).join('');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${drawn}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}

/** A page full of words. */
export function wallOfWords(): Promise<Buffer> {
  const lines = Array.from({ length: 12 }, (_, row) => ({
    words: `LINE ${row} OF A WALL OF TEXT`,
    x: 20,
    y: 10 + row * 40,
    size: 22,
  }));
  return drawnWords({ width: 900, height: 500 }, lines);
}
