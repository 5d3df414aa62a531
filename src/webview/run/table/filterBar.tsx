import { t } from '../../../base/l10n.ts';
import { formatNumber } from '../../../base/localFormat.ts';
import type { RefObject, VNode } from 'preact';
import type { RunView } from '../../../protocol/run.ts';
import { withShortcut } from '../../shared/shortcut.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { useRun } from '../runContext.ts';
import { useTypedText } from '../settings/useTypedText.ts';
import type { RowQuery } from '../state/loadedRows.ts';
import { focusTable } from './focusTable.ts';
import { filterCounts, filterLabels } from './filters.ts';

interface FilterBarProps {
  run: RunView;
  query: RowQuery;
  search: RefObject<HTMLInputElement | null>;
}

/** Which rows the table shows: by their state, and by a text in their names or descriptions. */
export function FilterBar({ run, query, search }: FilterBarProps): VNode {
  const { store } = useRun();
  const box = useTypedText(query.search, text => store.show({ ...store.state.query, search: text.trim() }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    focusTable();
  };
  return (
    <div class="filter-bar">
      <fieldset class="filters">
        <legend class="only-read">{t('Show')}</legend>
        {filterCounts(run, query.filter).map(([filter, count]) => (
          <label key={filter} class={count === 0 ? 'filter none' : 'filter'}>
            <input
              type="radio"
              name="filter"
              class="only-read"
              checked={filter === query.filter}
              onChange={() => store.show({ ...store.state.query, filter })}
            />
            <span>
              {filterLabels[filter]} <b>{formatNumber(count)}</b>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="search">
        <Codicon name="search" />
        <input
          ref={search}
          type="search"
          dir="auto"
          aria-label={t('Search names and descriptions')}
          {...withShortcut(t('Search names and descriptions'), '/')}
          placeholder={t('Search (/)')}
          maxLength={1000}
          onKeyDown={onKeyDown}
          {...box}
        />
      </div>
    </div>
  );
}
