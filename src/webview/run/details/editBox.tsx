import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RowView } from '../../../protocol/run.ts';
import { Button } from '../../shared/buttons.tsx';
import { Codicon } from '../../shared/codicon.tsx';
import type { OneShot } from '../../shared/oneShot.ts';
import { takeFocus } from '../../shared/takeFocus.ts';
import { useRun } from '../runContext.ts';
import type { Edit } from '../state/edit.ts';

interface EditBoxProps {
  edit: Edit;
  row: RowView;
  /** The person wants to write. */
  opened: OneShot<undefined>;
}

/** Where a description is changed. What comes meanwhile is told, and changes nothing here. */
export function EditBox({ edit, row, opened }: EditBoxProps): VNode {
  const { store } = useRun();
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (opened.serial > 0 && box.current) takeFocus(box.current);
  }, [opened]);

  const end = (save: boolean) => store.endEdit(save);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const save = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!save && event.key !== 'Escape') return;
    event.preventDefault();
    end(save);
  };
  return (
    <div class="edit-box">
      <textarea
        ref={box}
        dir="auto"
        aria-label={t('Description of {row}', { row: row.name })}
        aria-describedby="edit-hint"
        maxLength={200_000}
        value={edit.text}
        onInput={event => store.typeEdit(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {row.text !== edit.before && (
        <p class="changed-meanwhile" role="status">
          <Codicon name="warning" />{' '}
          {t('The description has changed since you started editing. Saving overwrites it.')}
        </p>
      )}
      <div class="details-actions">
        <Button label={t('Save')} icon="check" onClick={() => end(true)} />
        <Button label={t('Cancel')} secondary onClick={() => end(false)} />
        <span id="edit-hint" class="muted">
          {t('{saveKey}+Enter saves, Escape cancels.', { saveKey })}
        </span>
      </div>
    </div>
  );
}

const saveKey = navigator.userAgent.includes('Mac') ? 'Cmd' : 'Ctrl';
