import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { ColumnWidths, RowSort } from '../../../protocol/run.ts';
import { arrowStep, nextSide } from '../../shared/arrowStep.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { useRun } from '../runContext.ts';
import type { Column } from './columns.ts';

interface TableHeadProps {
  columns: Column[];
  widths: ColumnWidths;
  /** How the rows stand; absent: by their names. */
  sort: RowSort | undefined;
  /** The head is only read there: nothing in it is to be used. */
  narrow: boolean;
}

/** Pixels of a column, and of a step of the keyboard. */
const limits = { least: 48, most: 1200, step: 16 };

/**
 * The heads of the columns. A click sorts; the edge is dragged, and a double click on it gives the column its own width back.
 * With the keyboard the arrows lead from head to head, with Shift they change the width.
 */
export function TableHead({ columns, widths, sort = byName, narrow }: TableHeadProps): VNode {
  const { store } = useRun();
  const row = useRef<HTMLDivElement>(null);
  const sortable = columns.flatMap(column => column.sort ?? []);
  const stop = sortable.includes(sort.by) ? sort.by : sortable[0];

  const widthOf = (id: string): number =>
    row.current?.querySelector(`[data-column="${id}"]`)?.getBoundingClientRect().width ?? limits.least;
  const resize = (id: string, width: number, kept: boolean) => {
    const bounded = Math.round(Math.min(limits.most, Math.max(limits.least, width)));
    store.setColumnWidths({ ...widths, [id]: bounded }, kept);
  };
  const reset = (id: string) => {
    const { [id]: _, ...others } = widths;
    store.setColumnWidths(others, true);
  };
  const drag = (id: string, event: PointerEvent) => {
    const edge = event.currentTarget as HTMLElement;
    const [from, width] = [event.clientX, widthOf(id)];
    const widthAt = (x: number) => width + (x - from) * nextSide();
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent) => resize(id, widthAt(clientX), false);
    const end = ({ clientX }: PointerEvent) => {
      edge.removeEventListener('pointermove', move);
      edge.removeEventListener('lostpointercapture', end);
      if (clientX !== from) resize(id, widthAt(clientX), true);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', end);
  };
  const onKeyDown = (id: string, event: KeyboardEvent) => {
    const step = arrowStep(event.key);
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (event.shiftKey) return resize(id, widthOf(id) + step * limits.step, true);
    const heads = [...(row.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = heads.indexOf(event.currentTarget as HTMLElement);
    heads[at + step]?.focus();
  };

  return (
    <div role="row" aria-rowindex={1} class="row-head" ref={row}>
      {columns.map(({ id, title, kind, sort: by }) => (
        <div
          key={id}
          role="columnheader"
          class={`cell ${kind}`}
          dir="auto"
          title={title}
          data-column={id}
          {...(by && { 'aria-sort': sortOf(by, sort) })}
        >
          {by && !narrow ? (
            <button
              type="button"
              class="sort"
              tabIndex={by === stop ? 0 : -1}
              onClick={() => store.sortBy(by)}
              onKeyDown={event => onKeyDown(id, event)}
            >
              <span class="title">{title}</span>
              {by === sort.by && <Codicon name={sort.descending ? 'arrow-down' : 'arrow-up'} />}
            </button>
          ) : (
            title
          )}
          {!narrow && kind !== 'picture' && (
            <div class="edge" onPointerDown={event => drag(id, event)} onDblClick={() => reset(id)} />
          )}
        </div>
      ))}
    </div>
  );
}

/** The order of the run. */
const byName: RowSort = { by: 'name', descending: false };

function sortOf(by: RowSort['by'], sort: RowSort): 'ascending' | 'descending' | 'none' {
  if (by !== sort.by) return 'none';
  return sort.descending ? 'descending' : 'ascending';
}
