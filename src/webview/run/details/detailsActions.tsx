import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RowView } from '../../../protocol/run.ts';
import { Button, IconButton } from '../../shared/buttons.tsx';
import { useRun } from '../runContext.ts';
import { focusTable } from '../table/focusTable.ts';
import { useFocusWithin } from '../useFocusWithin.ts';

/** Id of the button where an edit begins. */
export const editButton = 'edit-description';

interface DetailsActionsProps {
  row: RowView;
  /** Where room is scarce, what is done seldom is an icon. */
  narrow: boolean;
  /** Only hidden during an edit, so that the focus can go back to where it began. */
  hidden: boolean;
}

/** What can be done with one row. */
export function DetailsActions({ row, narrow, hidden }: DetailsActionsProps): VNode {
  const { store, post } = useRun();
  const { index, state, accepted, edited, text } = row;
  const described = state === 'described';
  const group = useRef<HTMLDivElement>(null);
  const within = useFocusWithin(group);
  useLayoutEffect(() => {
    // The next row may lack the button that led to it.
    if (within.current && document.hasFocus() && document.activeElement === document.body) focusTable();
  }, [index]);
  return (
    <div
      class="details-actions of-row"
      role="group"
      aria-label={t('Actions for {row}', { row: row.name })}
      ref={group}
      hidden={hidden}
    >
      {described && (
        <>
          <Button
            label={accepted ? t('Undo Accept') : t('Accept')}
            icon="thumbsup"
            secondary={accepted}
            shortcut="A"
            onClick={() => store.accept(!accepted)}
          />
          <Button
            label={t('Accept and Next')}
            icon="arrow-down"
            secondary
            shortcut="N"
            onClick={() => store.acceptAndNext()}
          />
          <Button
            id={editButton}
            label={t('Edit')}
            icon="edit"
            secondary
            shortcut="Enter"
            onClick={() => store.beginEdit()}
          />
        </>
      )}
      {(described || state === 'failed') && (
        <SeldomButton
          label={t('Ask Again')}
          icon="refresh"
          {...{ narrow, secondary: described }}
          onClick={() => post({ type: 'askAgain', indices: [index] })}
        />
      )}
      {text !== undefined && (
        <SeldomButton
          label={t('Copy')}
          icon="copy"
          narrow={narrow}
          onClick={() => post({ type: 'copyText', text })}
        />
      )}
      <SeldomButton
        label={t('Open Image')}
        icon="go-to-file"
        narrow={narrow}
        onClick={() => post({ type: 'openPicture', index })}
      />
      {described && edited && (
        <SeldomButton
          label={t('Restore Original')}
          icon="discard"
          narrow={narrow}
          onClick={() => post({ type: 'edit', index })}
        />
      )}
    </div>
  );
}

interface SeldomButtonProps {
  label: string;
  icon: string;
  narrow: boolean;
  secondary?: boolean;
  onClick: () => void;
}

function SeldomButton({ label, icon, narrow, secondary = true, onClick }: SeldomButtonProps): VNode {
  return (
    <>
      {narrow ? (
        <IconButton {...{ label, icon, onClick }} />
      ) : (
        <Button {...{ label, icon, secondary, onClick }} />
      )}
    </>
  );
}
