import { counted } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import type { SelectedText } from './selectedText.ts';

/** Where a selected text stands: `priceOfOrder.ts:1–12`, or in how many places. */
export function placeOfSelection({ document, ranges }: SelectedText): string {
  const name = baseName(document.uri.path);
  const [range, ...others] = ranges;
  if (range === undefined || others.length > 0)
    return counted(ranges.length, '{name}, {count} selection', '{name}, {count} selections', { name });
  const { start, end } = range;
  const first = start.line + 1;
  // The cursor at the beginning of a line has nothing of it.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return first === last ? `${name}:${first}` : `${name}:${first}–${last}`;
}
