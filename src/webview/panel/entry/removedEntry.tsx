import { t } from '../../../base/l10n.ts';
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
      <Codicon name="trash" /> {t('Removed')}
      <button
        type="button"
        class="text-button"
        ref={undo}
        aria-label={t('Undo removing question {number}', { number })}
        onClick={() => post({ type: 'entry', id: entryId, action: 'restore' })}
      >
        {t('Undo')}
      </button>
    </p>
  );
}
