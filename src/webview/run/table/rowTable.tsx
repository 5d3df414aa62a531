import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { RunView } from '../../../protocol/run.ts';
import { useRun } from '../runContext.ts';
import { sameQuery, type LoadedRows } from '../state/loadedRows.ts';
import type { RunState } from '../state/runState.ts';
import { isSelected, type Selection } from '../state/selection.ts';
import { useMediaQuery } from '../useMediaQuery.ts';
import { columnWidths, tableColumns, withWidths } from './columns.ts';
import { TableHead } from './tableHead.tsx';
import { positionAfter } from './gridKeys.ts';
import { TableRow } from './tableRow.tsx';
import { useKeptFocus } from './useKeptFocus.ts';
import { useVirtualRows } from './useVirtualRows.ts';

/** Pixels. */
const headHeight = 28;
const rowHeights = { wide: 60, narrow: 92 };

interface RowTableProps {
  state: RunState;
  run: RunView;
  loaded: LoadedRows;
  narrow: boolean;
  /** Pixels that the table was scrolled to before the page was hidden. */
  scrolledTo: number;
  onScrolled: (scrollTop: number) => void;
}

/** The pictures of the run, of which only those that are seen are drawn. */
export function RowTable({ state, run, loaded, narrow, scrolledTo, onScrolled }: RowTableProps): VNode {
  const { store } = useRun();
  const { selection, query } = state;
  const { total, rows } = loaded;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = narrow ? rowHeights.narrow : rowHeights.wide;
  const head = selection && selection.head.position < total ? selection.head.position : undefined;
  const virtualizer = useVirtualRows({
    ...{ scroller, count: total, rowHeight, headHeight, pinned: head, initialOffset: scrolledTo },
  });
  const details = state.detailsOpen && head !== undefined;
  const { columns: names, comparedWith, model } = run;
  const hasDetailsBeside = useMediaQuery('(min-width: 860px) and (max-width: 1300px)') && details;
  const room = narrow ? 'narrow' : hasDetailsBeside ? 'tight' : 'wide';
  const widths = state.columnWidths ?? run.columnWidths ?? {};
  const sorted = query.sort?.by;
  const columns = useMemo(
    () =>
      withWidths(tableColumns({ columns: names, comparedWith, model }, room, sorted), narrow ? {} : widths),
    [names.join('\n'), comparedWith?.model, model, room, sorted, JSON.stringify(widths)],
  );
  const several = isRange(selection) ? selection : undefined;
  const { template, least } = columnWidths(columns);

  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? first;
  useEffect(() => store.see(first, last), [store, first, last, loaded.query]);
  const seen: number[] = [];
  for (let position = first; position <= last; position++) {
    const row = rows.get(position);
    if (row) seen.push(row.index);
  }
  useEffect(() => store.pictures.want(seen));

  // Other rows begin at the one that is selected, where it is among them.
  const shown = useRef(loaded.query);
  useLayoutEffect(() => {
    if (shown.current === loaded.query) return;
    shown.current = loaded.query;
    if (head !== undefined && selection?.head.gone !== true)
      virtualizer.scrollToIndex(head, { align: 'center' });
    else virtualizer.scrollToOffset(0);
  }, [loaded.query]);

  useEffect(() => {
    if (state.reveal.serial > 0) virtualizer.scrollToIndex(state.reveal.value, { align: 'auto' });
  }, [state.reveal]);

  useKeptFocus(scroller, head);

  const choose = useCallback(
    (position: number, extend: boolean) => {
      store.select(position, extend);
      store.setDetails(true);
    },
    [store],
  );
  const edit = useCallback(() => store.beginEdit(), [store]);

  // Where the details take room from the table, the row that they belong to stays in view.
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current && details)
      scroller.current?.querySelector(`[data-position="${head}"]`)?.scrollIntoView({ block: 'nearest' });
    opened.current = true;
  }, [details]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return;
    // The heads have keys of their own; all others are the editor's.
    if ((event.target as Element).closest('.grid-head')) return;
    const { key, shiftKey } = event;
    // Keys may follow each other faster than the page is drawn.
    const { selection, selected, detailsOpen } = store.state;
    if (!event.ctrlKey && !event.metaKey) {
      if (key === 'Enter') {
        event.preventDefault();
        if (!selection) choose(first, false);
        store.setDetails(true);
        return edit();
      }
      if (key === ' ') {
        event.preventDefault();
        if (!selection) choose(first, false);
        else store.setDetails(!detailsOpen);
        return;
      }
      if (key === 'Escape') return store.setDetails(false);
      if (key === 'n' || key === 'N') {
        event.preventDefault();
        return store.acceptAndNext();
      }
      if (key === 'a' || key === 'A') {
        event.preventDefault();
        return store.accept(selected?.accepted !== true || isRange(selection));
      }
    }
    const height = (scroller.current?.clientHeight ?? 0) - headHeight;
    const page = Math.floor(height / rowHeight) - 1;
    const at = selection?.head;
    const to = positionAfter(key, { position: at?.position, gone: at?.gone === true, total, page });
    if (to === undefined) return;
    event.preventDefault();
    store.select(to, shiftKey);
    virtualizer.scrollToIndex(to, { align: 'auto' });
  };

  return (
    <div
      class={narrow ? 'table-box narrow' : 'table-box'}
      ref={scroller}
      onScroll={({ currentTarget }) => onScrolled(currentTarget.scrollTop)}
    >
      <div
        role="grid"
        class={comparedWith ? 'grid two' : 'grid'}
        aria-label={t('Images')}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-busy={!sameQuery(loaded.query, query)}
        style={{ '--columns': template, minWidth: narrow ? 'auto' : least }}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" class="grid-head">
          <TableHead {...{ columns, widths, narrow }} sort={loaded.query.sort} />
        </div>
        <div role="rowgroup" class="grid-body" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map(({ index: position, start }) => {
            const row = rows.get(position);
            return (
              <TableRow
                key={position}
                {...{ row, position, columns }}
                picture={row && store.pictures.thumbnail(row.index)}
                selected={selection !== undefined && isSelected(selection, position)}
                several={several !== undefined && isSelected(several, position)}
                run={run.id}
                tabStop={position === (head ?? first)}
                top={start - headHeight}
                onChoose={choose}
                onOpen={edit}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function isRange(selection: Selection | undefined): boolean {
  return selection !== undefined && selection.anchor.index !== selection.head.index;
}
