/** Cells a side of a {@link CellValues}. */
export const gridSide = 12;

/** How much of something lies in each cell of the picture, row by row from the top left. */
export type CellValues = Float64Array;

/** An empty grid. */
export function emptyGrid(): CellValues {
  return new Float64Array(gridSide * gridSide);
}

/** The cell of a pixel. */
export function cellOf(x: number, y: number, width: number, height: number): number {
  return Math.floor((y * gridSide) / height) * gridSide + Math.floor((x * gridSide) / width);
}

/** What of it must lie in a part of the picture for the part to be named. */
const mostly = 0.78;

/**
 * Where in the picture something lies, as an adverbial: "at the top left", "in the middle", "all over the picture".
 * Something that fills the picture, or has no one place, is "all over".
 */
export function placeOf(grid: CellValues): string {
  const total = grid.reduce((sum, value) => sum + value, 0);
  const share = (holds: (x: number, y: number) => boolean): number => {
    let sum = 0;
    // Cell centres, 0 to 1.
    for (const [cell, value] of grid.entries())
      if (holds(((cell % gridSide) + 0.5) / gridSide, (Math.floor(cell / gridSide) + 0.5) / gridSide))
        sum += value;
    return total === 0 ? 0 : sum / total;
  };
  const vertical = side(
    share((_, y) => y < 0.5),
    'top',
    'bottom',
  );
  const horizontal = side(
    share(x => x < 0.5),
    'left',
    'right',
  );
  if (vertical !== undefined && horizontal !== undefined) return `at the ${vertical} ${horizontal}`;
  const middleBand = share((_, y) => Math.abs(y - 0.5) < 1 / 6);
  const middleColumn = share(x => Math.abs(x - 0.5) < 1 / 6);
  if (vertical !== undefined)
    return middleColumn >= mostly ? `at the ${vertical}, in the middle` : `at the ${vertical}`;
  if (horizontal !== undefined) return `on the ${horizontal}`;
  if (share((x, y) => Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) < 0.3) >= mostly) return 'in the middle';
  if (middleBand >= mostly) return 'in a band across the middle';
  if (middleColumn >= mostly) return 'in a band down the middle';
  if (share((x, y) => Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) > 0.3) >= 0.9) return 'around the edges';
  return 'all over the image';
}

function side(first: number, one: string, other: string): string | undefined {
  if (first >= mostly) return one;
  return 1 - first >= mostly ? other : undefined;
}
