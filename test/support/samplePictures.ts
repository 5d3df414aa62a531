import { deepTiff } from './deepTiff.ts';
import { samplesOf, tiffFile } from './tiffFile.ts';

/** A grey picture of 16 bits, as a microscope gives it: a few bright cells on a dark ground, all within 300 to 4,000. */
export function cellAt(x: number, y: number): number {
  let value = 320 + ((x * 7 + y * 13) % 23);
  for (const [cx, cy, radius, light] of cells) {
    const distance = Math.hypot(x - cx, y - cy) / radius;
    if (distance < 1) value += light * (1 - distance * distance);
  }
  return Math.round(value);
}

const cells: readonly (readonly [x: number, y: number, radius: number, light: number])[] = [
  [120, 90, 46, 2600],
  [300, 150, 70, 1700],
  [470, 80, 38, 3400],
  [210, 270, 58, 2100],
  [420, 260, 64, 2900],
  [540, 340, 34, 1500],
  [70, 330, 52, 3100],
];

/** Two pages: the cells, 600 × 400, and colours that run across, 320 × 200. */
export function microscopeTiff(): Buffer {
  return deepTiff([
    { width: 600, height: 400, channels: 1, pixelAt: (x, y) => [cellAt(x, y)] },
    { width: 320, height: 200, channels: 3, pixelAt: (x, y) => colourAt(x, y) },
  ]);
}

/** Red, green, blue and near infrared of 16 bits, 600 × 400; the last is the cells. */
export function satelliteTiff(): Buffer {
  const [width, height] = [600, 400];
  const data = samplesOf(width, height, 16, (x, y) => [...colourAt(x / 2, y / 2), cellAt(x, y)]);
  return tiffFile({ width, height, samples: 4, bits: 16, data });
}

/** The colour of a pixel of the second page. */
export function colourAt(x: number, y: number): [number, number, number] {
  return [x * 200, y * 300, 65_535 - x * 100];
}

/** A drawing with a place that is transparent, 120 × 80. */
export const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80">
  <rect x="8" y="8" width="64" height="64" rx="10" fill="#2f6fb0"/>
  <circle cx="76" cy="44" r="30" fill="#e0a33a" fill-opacity=".85"/>
  <path d="M20 60 40 24l16 26 10-14 18 24z" fill="#fff"/>
</svg>
`;
