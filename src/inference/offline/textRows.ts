import type { Plane } from './pixels.ts';

/** Upright strips that are looked at one by one, so that columns side by side do not hide each other's gaps. */
const strips = 4;
/** A step of brightness between neighbours that ink makes. */
const inkStep = 40;

/** How many rows of a picture look like lines of text: bands of many small strokes with blank bands between. */
export function countTextRows(plane: Plane): number {
  const width = Math.floor(plane.width / strips);
  let most = 0;
  for (let strip = 0; strip < strips; strip++) {
    const strokes = strokesByRow(plane, strip * width, width);
    most = Math.max(most, evenBands(bandsOf(strokes, width)));
  }
  return most;
}

/** For each row of a strip, how many strong steps of brightness it has. */
function strokesByRow({ width, height, luma }: Plane, left: number, length: number): number[] {
  return Array.from({ length: height }, (_, y) => {
    let strokes = 0;
    for (let x = left + 1; x < left + length; x++) {
      const at = y * width + x;
      if (Math.abs((luma[at] ?? 0) - (luma[at - 1] ?? 0)) > inkStep) strokes++;
    }
    return strokes;
  });
}

/** Heights of the runs of rows that are rich in strokes, each with a blank row above and below. */
function bandsOf(strokes: readonly number[], width: number): number[] {
  const rich = Math.max(4, width * 0.03);
  const bands = [];
  let height = 0;
  let isRich = false;
  for (const count of strokes) {
    if (count <= 1) {
      if (isRich) bands.push(height);
      height = 0;
      isRich = false;
      continue;
    }
    height++;
    if (count >= rich) isRich = true;
  }
  return bands;
}

/** How many bands are of about one height, that of a line of text. */
function evenBands(bands: readonly number[]): number {
  const lines = bands.filter(height => height >= 3 && height <= 60).sort((one, other) => one - other);
  const median = lines[Math.floor(lines.length / 2)] ?? 0;
  return lines.filter(height => height >= median * 0.5 && height <= median * 2).length;
}
