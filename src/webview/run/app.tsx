import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Announcer } from '../shared/toast.tsx';
import { useStored } from '../shared/useStored.ts';
import { ComparisonBar } from './comparisonBar.tsx';
import { Details } from './details/details.tsx';
import { RunHeader } from './header/runHeader.tsx';
import { RunContext, type RunActions } from './runContext.ts';
import { RunSettings } from './settings/runSettings.tsx';
import { EmptyTable } from './table/emptyTable.tsx';
import { FilterBar } from './table/filterBar.tsx';
import { RowTable } from './table/rowTable.tsx';
import { useMediaQuery } from './useMediaQuery.ts';

interface AppProps extends RunActions {
  /** Pixels that the table was scrolled to before the page was hidden. */
  scrolledTo: number;
  onScrolled: (scrollTop: number) => void;
}

/** The whole page of a run. */
export function RunApp({ store, post, scrolledTo, onScrolled }: AppProps): VNode {
  const state = useStored(store);
  const actions = useMemo<RunActions>(() => ({ store, post }), [store, post]);
  const narrow = useMediaQuery('(max-width: 560px)');
  const search = useRef<HTMLInputElement>(null);
  const hadRows = useRef(false);

  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      const withControl = (event.ctrlKey || event.metaKey) && event.key === 'f';
      if (!withControl && (event.key !== '/' || isTextBox(event.target))) return;
      event.preventDefault();
      search.current?.select();
      search.current?.focus();
    };
    document.addEventListener('keydown', find);
    return () => document.removeEventListener('keydown', find);
  }, []);

  const { run, loaded, query } = state;
  const empty = loaded?.total === 0;
  const hadFocus = hadRows.current;
  hadRows.current = loaded !== undefined && !empty;
  return (
    <RunContext.Provider value={actions}>
      <main class="run">
        {run && (
          <>
            <RunHeader run={run} post={post} />
            <RunSettings run={run} post={post} />
            <ComparisonBar run={run} />
            <section class="pictures" aria-label={t('Images of the run')}>
              <FilterBar run={run} query={query} search={search} />
              <div class="work">
                {empty && <EmptyTable run={run} query={loaded.query} hadFocus={hadFocus} />}
                {loaded && !empty && <RowTable {...{ state, run, loaded, narrow, scrolledTo, onScrolled }} />}
                <Details {...{ state, run, narrow }} />
              </div>
            </section>
          </>
        )}
        {!run && <h1 class="only-read">{t('Describe Folder')}</h1>}
      </main>
      <div class="bottom">
        <Announcer announcement={state.announcement} toast={state.toast} />
      </div>
    </RunContext.Provider>
  );
}

function isTextBox(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea');
}
