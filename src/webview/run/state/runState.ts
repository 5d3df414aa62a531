import { counted, t } from '../../../base/l10n.ts';
import type { ColumnWidths, RowView, RunHostMessage, RunView } from '../../../protocol/run.ts';
import { fireAgain, type OneShot } from '../../shared/oneShot.ts';
import { phaseAnnouncement } from '../text/phaseText.ts';
import { waitText } from '../text/progressText.ts';
import type { Edit } from './edit.ts';
import { sameQuery, takeRows, type LoadedRows, type RowQuery, type RowsMessage } from './loadedRows.ts';
import type { SavedPage } from './savedPage.ts';
import { followRows, placeAt, selectedCount, type Selection } from './selection.ts';

/** All that the page shows, but for its pictures. */
export interface RunState {
  run: RunView | undefined;
  /** What the person wants to see. */
  query: RowQuery;
  /** What is here of it; of what was wanted before, until the first of its rows come. */
  loaded: LoadedRows | undefined;
  /** What the person makes of the columns here and now; else the run's widths are theirs. */
  columnWidths: ColumnWidths | undefined;
  selection: Selection | undefined;
  /** The row at the selection's head, as it was last heard of. */
  selected: RowView | undefined;
  /** The details of the selected row are shown, where there is one. */
  detailsOpen: boolean;
  edit: Edit | undefined;
  focusEdit: OneShot<undefined>;
  /** The position that the table is to bring into view. */
  reveal: OneShot<number>;
  /** What the live region says. */
  announcement: OneShot<string>;
  /** What the host wants shown for a moment; it is also said. */
  toast: OneShot<string>;
}

/** The page at its beginning: as it was before it was hidden, or fresh. */
export function beginningPage(saved: SavedPage | undefined): RunState {
  return {
    ...{ run: undefined, loaded: undefined, selected: undefined, columnWidths: undefined },
    query: saved?.query ?? { filter: 'all', search: '' },
    selection: saved?.selection,
    detailsOpen: saved?.detailsOpen ?? true,
    edit: saved?.edit,
    focusEdit: { serial: 0, value: undefined },
    reveal: { serial: 0, value: 0 },
    announcement: { serial: 0, value: '' },
    toast: { serial: 0, value: '' },
  };
}

/** The page after one message from the host that is not a picture. */
export function reduceRun(
  state: RunState,
  message: Exclude<RunHostMessage, { type: 'thumbnail' | 'preview' | 'act' }>,
): RunState {
  switch (message.type) {
    case 'run':
      return withRun(state, message.run);
    case 'rows':
      return withRows(state, message);
    case 'announcement':
      return { ...announced(state, message.text), toast: fireAgain(state.toast, message.text) };
    case 'showRows':
      return show(state, { ...state.query, filter: message.filter, search: '' });
    default:
      return message satisfies never;
  }
}

export function announced(state: RunState, text: string): RunState {
  return { ...state, announcement: fireAgain(state.announcement, text) };
}

/** A wait of so many seconds is told; shorter ones come and go. */
const longWait = 10;

function withRun(state: RunState, run: RunView): RunState {
  const before = state.run;
  let next: RunState = { ...state, run };
  // A comparison is looked at by its sample; when it ends, its filter lets nothing through.
  if (before && !before.comparedWith && run.comparedWith)
    next = show(next, { ...next.query, filter: 'compared', search: '' });
  if (!run.comparedWith && next.query.filter === 'compared')
    next = show(next, { ...next.query, filter: 'all', search: '' });
  if (before && before.phase !== run.phase) return announced(next, phaseAnnouncement(run, before.phase));
  const { waitSeconds = 0, message = '' } = run;
  const isNewWait = before?.waitSeconds === undefined && waitSeconds >= longWait;
  return isNewWait ? announced(next, `${waitText(waitSeconds)} ${message}`.trim()) : next;
}

function withRows(state: RunState, message: RowsMessage): RunState {
  // The answer to a question that is no longer asked.
  if (!sameQuery(state.query, message)) return state;
  const loaded = takeRows(state.loaded, message);
  const selection = state.selection && followRows(state.selection, message);
  return { ...state, loaded, selection, selected: selectedRow(state, selection, message) };
}

function selectedRow(
  { selected, loaded }: RunState,
  selection: Selection | undefined,
  message: RowsMessage,
): RowView | undefined {
  const index = selection?.head.index;
  if (index === undefined) return undefined;
  const row =
    message.rows.find(row => row.index === index) ??
    (message.selected?.row.index === index ? message.selected.row : undefined) ??
    (selected?.index === index ? selected : undefined) ??
    [...(loaded?.rows.values() ?? [])].find(row => row.index === index);
  return row && selected && JSON.stringify(row) === JSON.stringify(selected) ? selected : row;
}

/** What a screen reader says of the rows that were asked for. */
export function matchText(total: number): string {
  return total === 0 ? t('No images match') : counted(total, '{count} image matches', '{count} images match');
}

/** Shows other rows; what was selected is looked for among them. */
export function show(state: RunState, query: RowQuery): RunState {
  if (sameQuery(state.query, query)) return state;
  const index = state.selection?.head.index;
  if (index === undefined) return { ...state, query, selection: undefined, selected: undefined };
  const head = { position: 0, index, gone: true } as const;
  return { ...state, query, selection: { anchor: head, head } };
}

/** Moves to the row at a position; `extend` keeps where the selection began. */
export function select(state: RunState, position: number, extend: boolean): RunState {
  const head = placeAt(state.loaded, position);
  const selection = { anchor: extend ? (state.selection?.anchor ?? head) : head, head };
  const next = { ...state, selection, selected: state.loaded?.rows.get(position) };
  const count = selectedCount(selection);
  return count > 1
    ? announced(next, counted(count, '{count} image selected', '{count} images selected'))
    : next;
}
