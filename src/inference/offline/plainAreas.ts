import { colourName } from './colourNames.ts';
import { distance, toLab, type Lab } from './oklab.ts';
import type { Plane } from './pixels.ts';
import { cellOf, emptyGrid, gridSide, placeOf } from './place.ts';

/** An area of one colour without any structure: room for a caption, or an empty background. */
export interface PlainArea {
  colour: string;
  /** Share of the picture, 0 to 1. */
  share: number;
  place: string;
}

interface Cell {
  count: number;
  sum: Lab;
  squares: number;
}

/** A cell whose colours spread less than this (standard deviation in OKLab) is plain. */
const plainSpread = 0.018;
/** Plain neighbours whose colours differ less than this belong together: a sky may fade. */
const sameColour = 0.05;
const smallest = 0.06;
const most = 3;

/** Finds the plain areas of a picture, the largest first. */
export function findPlainAreas(plane: Plane): PlainArea[] {
  const cells = measureCells(plane);
  const areas: PlainArea[] = [];
  const seen = new Set<number>();
  for (const start of cells.keys()) {
    if (seen.has(start) || !isPlain(cells[start])) continue;
    const area = connected(cells, start, seen);
    const share = area.length / cells.length;
    if (share >= smallest)
      areas.push({ colour: colourName(meanOfCells(cells, area)), share, place: placeOfCells(area) });
  }
  return areas.sort((one, other) => other.share - one.share).slice(0, most);
}

function measureCells({ width, height, rgb }: Plane): Cell[] {
  const cells = Array.from({ length: gridSide * gridSide }, () => ({
    count: 0,
    sum: { l: 0, a: 0, b: 0 },
    squares: 0,
  }));
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const cell = cells[cellOf(x, y, width, height)];
      if (cell === undefined) continue;
      const { l, a, b } = toLab(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0);
      cell.count++;
      cell.sum.l += l;
      cell.sum.a += a;
      cell.sum.b += b;
      cell.squares += l * l + a * a + b * b;
    }
  return cells;
}

function isPlain(cell: Cell | undefined): boolean {
  if (cell === undefined || cell.count === 0) return false;
  const { l, a, b } = meanOf(cell);
  return cell.squares / cell.count - (l * l + a * a + b * b) < plainSpread ** 2;
}

/** The cells that hang together with `start`, over sides, in colours that go over into each other. */
function connected(cells: readonly Cell[], start: number, seen: Set<number>): number[] {
  const area = [start];
  seen.add(start);
  for (const index of area) {
    for (const neighbour of neighboursOf(index)) {
      const cell = cells[neighbour];
      const here = cells[index];
      if (cell === undefined || here === undefined || seen.has(neighbour) || !isPlain(cell)) continue;
      if (distance(meanOf(cell), meanOf(here)) > sameColour) continue;
      seen.add(neighbour);
      area.push(neighbour);
    }
  }
  return area;
}

function neighboursOf(index: number): number[] {
  const column = index % gridSide;
  return [
    ...(column > 0 ? [index - 1] : []),
    ...(column < gridSide - 1 ? [index + 1] : []),
    index - gridSide,
    index + gridSide,
  ];
}

function meanOf({ sum, count }: Cell): Lab {
  return { l: sum.l / count, a: sum.a / count, b: sum.b / count };
}

function meanOfCells(cells: readonly Cell[], area: readonly number[]): Lab {
  const mean = { l: 0, a: 0, b: 0 };
  for (const index of area) {
    const cell = cells[index];
    if (cell === undefined) continue;
    const { l, a, b } = meanOf(cell);
    mean.l += l / area.length;
    mean.a += a / area.length;
    mean.b += b / area.length;
  }
  return mean;
}

function placeOfCells(area: readonly number[]): string {
  const grid = emptyGrid();
  for (const index of area) grid[index] = 1;
  return placeOf(grid);
}
