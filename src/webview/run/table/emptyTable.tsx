import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { RunView } from '../../../protocol/run.ts';
import { Button } from '../../shared/buttons.tsx';
import { useRun } from '../runContext.ts';
import type { RowQuery } from '../state/loadedRows.ts';
import { emptyText } from './filters.ts';

interface EmptyTableProps {
  run: RunView;
  query: RowQuery;
  /** The table that stood here had the focus. */
  hadFocus: boolean;
}

/** What stands in the place of a table without rows. */
export function EmptyTable({ run, query, hadFocus }: EmptyTableProps): VNode {
  const { store } = useRun();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hadFocus && document.hasFocus() && document.activeElement === document.body) box.current?.focus();
  }, []);
  const { title, hint } = emptyText(run, query);
  const filtered = query.search !== '' || query.filter !== 'all';
  return (
    <div class="empty-table" role="group" aria-labelledby="empty-title" ref={box} tabIndex={-1}>
      <p class="empty-title" id="empty-title" dir="auto">
        {title}
      </p>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {filtered && run.counts.all > 0 && (
        <Button
          label={t('Show All')}
          secondary
          onClick={() => store.show({ ...query, filter: 'all', search: '' })}
        />
      )}
    </div>
  );
}
