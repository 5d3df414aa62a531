import { useEffect } from 'preact/hooks';
import type { PanelActions } from './panelContext.ts';
import type { PanelStore } from './panelStore.ts';

/** Opens an answer as text with Alt+F2, where the editor's own views have that: the one with the focus, else the latest. */
export function useAnswerAsText(store: PanelStore, post: PanelActions['post']): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'F2' || !event.altKey || event.ctrlKey || event.metaKey) return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
      const id = focused ?? store.state.entries.findLast(({ text }) => text !== '')?.id;
      if (id === undefined) return;
      event.preventDefault();
      post({ type: 'entry', id, action: 'openAsText' });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store, post]);
}
