import type { TextLine } from '../../findings.ts';

/** Lines whose middles are less than this part of the lower one's height apart stand side by side. */
const sideBySide = 0.5;

/** Lines from the top to the bottom, those side by side from left to right. */
export function inReadingOrder(lines: readonly TextLine[]): TextLine[] {
  const rows: TextLine[][] = [];
  for (const line of lines.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row !== undefined && first !== undefined && isBeside(first, line)) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap(row => row.sort((a, b) => a.box.x - b.box.x));
}

function isBeside(a: TextLine, b: TextLine): boolean {
  return Math.abs(middle(a) - middle(b)) < sideBySide * Math.min(a.box.height, b.box.height);
}

function middle({ box }: TextLine): number {
  return box.y + box.height / 2;
}
