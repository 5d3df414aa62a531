import { t, tParts } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../shared/buttons.tsx';
import { Codicon } from '../../shared/codicon.tsx';
import { useRun } from '../runContext.ts';
import { isChanged, type Edit } from '../state/edit.ts';

/** Says, while another row is looked at, that a description was being changed. */
export function UnsavedEdit({ edit }: { edit: Edit }): VNode | null {
  const { store } = useRun();
  const changed = isChanged(edit);
  useEffect(() => {
    if (!changed) store.endEdit(false);
  }, [changed]);
  if (!changed) return null;
  return (
    <div class="unsaved">
      <p>
        <Codicon name="edit" />{' '}
        {tParts('Your changes to {edit} are not saved.', { edit: <bdi>{edit.name}</bdi> })}
      </p>
      <div class="details-actions">
        <Button label={t('Save')} onClick={() => store.endEdit(true)} />
        <Button label={t('Discard')} secondary onClick={() => store.endEdit(false)} />
      </div>
    </div>
  );
}
