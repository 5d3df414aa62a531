import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RunPageMessage } from '../../../protocol/run.ts';
import { Button } from '../../shared/buttons.tsx';
import { useFocusWithin } from '../useFocusWithin.ts';
import type { RunButton } from './runButtons.ts';

interface ButtonRowProps {
  buttons: RunButton[];
  post: (message: RunPageMessage) => void;
}

/** The buttons of the run. When the one with the focus goes away, the focus stays in the row. */
export function ButtonRow({ buttons, post }: ButtonRowProps): VNode {
  const row = useRef<HTMLDivElement>(null);
  const within = useFocusWithin(row);
  useLayoutEffect(() => {
    // Never from elsewhere in the window, where the person may be typing.
    if (within.current && document.hasFocus() && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('vscode-button')?.focus();
  });
  return (
    <div class="buttons" role="group" aria-label={t('Run')} ref={row}>
      {buttons.map(({ slot, label, icon, primary, reason, message }) => (
        <Button
          key={slot}
          label={label}
          icon={icon}
          secondary={primary !== true}
          disabled={reason !== undefined}
          {...(reason !== undefined && { title: reason })}
          onClick={() => post(message)}
        />
      ))}
    </div>
  );
}
