import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { Button } from '../../shared/buttons.tsx';
import { useRun } from '../runContext.ts';
import type { acceptance } from '../state/selection.ts';

interface SelectionActionsProps {
  count: number;
  /** How many of them can be accepted, and are; `undefined` where some have not come. */
  counts: ReturnType<typeof acceptance>;
}

/** What can be done with several rows at once. */
export function SelectionActions({ count, counts }: SelectionActionsProps): VNode {
  const { store } = useRun();
  const nothingOpen = counts?.open === 0;
  const nothingAccepted = counts?.accepted === 0;
  return (
    <div class="selection-actions" role="group" aria-label={t('Selection actions')}>
      <span>{t('{count} images selected', { count })}</span>
      <Button
        label={counts === undefined ? t('Accept') : t('Accept {open}', { open: counts.open })}
        icon="thumbsup"
        disabled={nothingOpen}
        title={nothingOpen ? t('No selected description is left to accept') : t('Accept (A)')}
        onClick={() => store.accept(true)}
      />
      <Button
        label={t('Undo Accept')}
        icon="discard"
        secondary
        disabled={nothingAccepted}
        {...(nothingAccepted && { title: t('No selected description is accepted') })}
        onClick={() => store.accept(false)}
      />
      <Button
        label={t('Ask Again')}
        icon="refresh"
        title={t('Ask again for described and failed images')}
        secondary
        onClick={() => store.askAgain()}
      />
      <Button label={t('Edit Captions…')} icon="replace-all" secondary onClick={() => store.editCaptions()} />
      <Button label={t('Copy as CSV')} icon="copy" secondary onClick={() => store.copy('csv')} />
      <Button label={t('Copy as Markdown')} icon="copy" secondary onClick={() => store.copy('markdown')} />
    </div>
  );
}
