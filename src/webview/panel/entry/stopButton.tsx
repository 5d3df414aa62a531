import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Codicon } from '../../shared/codicon.tsx';
import { takeFocus } from '../../shared/takeFocus.ts';
import { usePanel } from '../panelContext.ts';

/** Ends an entry's request. It goes with the answer's end; where it had the focus, the entry has it then. */
export function StopButton({ entryId }: { entryId: string }): VNode {
  const { post } = usePanel();
  const button = useRef<HTMLButtonElement>(null);
  const focused = useRef(false);
  useLayoutEffect(() => {
    const entry = button.current?.closest<HTMLElement>('article');
    return () => {
      if (entry && focused.current) takeFocus(entry);
    };
  }, []);
  return (
    <button
      type="button"
      class="text-button"
      title={t('Stop (Escape stops all)')}
      ref={button}
      onFocus={() => (focused.current = true)}
      onBlur={event => {
        if (event.currentTarget.isConnected) focused.current = false;
      }}
      onClick={() => post({ type: 'entry', id: entryId, action: 'stop' })}
    >
      <Codicon name="debug-stop" /> {t('Stop')}
    </button>
  );
}
