import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Codicon } from '../../shared/codicon.tsx';
import { takeFocus } from '../../shared/takeFocus.ts';
import { usePanel } from '../panelContext.ts';

/** Stands where a question was removed, with the way to bring it back. */
export function RemovedEntry({ entryId, number }: { entryId: string; number: number }): VNode {
  const { post } = usePanel();
  const undo = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body && undo.current) takeFocus(undo.current);
  }, []);
  return (
    <p class="removed" data-entry={entryId}>
      <Codicon name="trash" /> Removed
      <button
        type="button"
        class="text-button"
        ref={undo}
        aria-label={`Undo removing question ${number}`}
        onClick={() => post({ type: 'entry', id: entryId, action: 'restore' })}
      >
        Undo
      </button>
    </p>
  );
}
