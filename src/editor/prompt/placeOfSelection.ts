import { baseName } from '../../base/baseName.ts';
import { plural } from '../../base/format.ts';
import type { SelectedText } from './selectedText.ts';

/** Where a selected text stands: `priceOfOrder.ts:1–12`, or in how many places. */
export function placeOfSelection({ document, ranges }: SelectedText): string {
  const name = baseName(document.uri.path);
  const [range, ...others] = ranges;
  if (range === undefined || others.length > 0) return `${name}, ${plural(ranges.length, 'selection')}`;
  const { start, end } = range;
  const first = start.line + 1;
  // The cursor at the beginning of a line has nothing of it.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return first === last ? `${name}:${first}` : `${name}:${first}–${last}`;
}
