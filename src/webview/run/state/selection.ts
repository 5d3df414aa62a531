import type { LoadedRows, RowsMessage } from './loadedRows.ts';

/** A row that the person is at. */
export interface Place {
  /** Where it stands among those that pass; once it passes no longer, where it stood. */
  position: number;
  /** Its index in the run; absent until the row has come. */
  index?: number;
  /** It passes no longer: another row stands at its position. */
  gone?: true;
}

/** The rows from `anchor` to `head`; the keyboard is at `head`. */
export interface Selection {
  anchor: Place;
  head: Place;
}

export function placeAt(loaded: LoadedRows | undefined, position: number): Place {
  const row = loaded?.rows.get(position);
  return row ? { position, index: row.index } : { position };
}

/** The upper and the lower place of what is selected. */
export function selectedSpan({ anchor, head }: Selection): { first: Place; last: Place } {
  return anchor.position <= head.position ? { first: anchor, last: head } : { first: head, last: anchor };
}

/** How many rows are selected, as far as their places are known. */
export function selectedCount(selection: Selection): number {
  const { first, last } = selectedSpan(selection);
  return first.index === last.index ? 1 : Math.abs(last.position - first.position) + 1;
}

/** How many of the selected rows can be accepted, and how many are; `undefined` while some of them are not here. */
export function acceptance(
  selection: Selection,
  loaded: LoadedRows | undefined,
): { open: number; accepted: number } | undefined {
  const { first, last } = selectedSpan(selection);
  const counts = { open: 0, accepted: 0 };
  for (let position = first.position; position <= last.position; position++) {
    const row = loaded?.rows.get(position);
    if (row === undefined) return undefined;
    if (row.state === 'described') counts[row.accepted ? 'accepted' : 'open'] += 1;
  }
  return counts;
}

/** Whether the row at a position is selected. */
export function isSelected({ anchor, head }: Selection, position: number): boolean {
  const first = Math.min(anchor.position, head.position);
  const last = Math.max(anchor.position, head.position);
  if (first === last) return position === head.position && head.gone !== true;
  return position >= first && position <= last;
}

/** The selection after rows came: it follows its pictures, not their places. */
export function followRows(selection: Selection, message: RowsMessage): Selection {
  const head = followPlace(selection.head, message);
  const anchor = selection.anchor === selection.head ? head : followPlace(selection.anchor, message);
  return head === selection.head && anchor === selection.anchor ? selection : { anchor, head };
}

function followPlace(place: Place, { from, rows, selected, total, sort }: RowsMessage): Place {
  const { index } = place;
  if (index === undefined) {
    const row = rows[place.position - from];
    if (row) return { position: place.position, index: row.index };
    // The row that was meant is no longer there: the last one is.
    return place.position < total || total === 0 ? place : { position: total - 1 };
  }
  const offset = rows.findIndex(row => row.index === index);
  if (offset >= 0) return moved(place, from + offset);
  if (selected?.row.index === index)
    return selected.position === undefined
      ? left(place, place.position, total)
      : moved(place, selected.position);
  // Where the rows are sorted, only the host knows.
  if (sort) return place;
  const before = rows.filter(row => row.index < index).length;
  // Rows stand in the order of the run: between two that came there is nothing else.
  const known = (before > 0 || from === 0) && (before < rows.length || from + rows.length >= total);
  return known ? left(place, from + before, total) : place;
}

function moved(place: Place, position: number): Place {
  if (place.position === position && place.gone !== true) return place;
  return { position, ...(place.index !== undefined && { index: place.index }) };
}

function left(place: Place, at: number, total: number): Place {
  const position = Math.max(0, Math.min(at, total - 1));
  if (place.gone === true && place.position === position) return place;
  return { ...place, position, gone: true };
}
