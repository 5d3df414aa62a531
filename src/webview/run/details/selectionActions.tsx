import { formatNumber } from '../../../base/format.ts';
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
    <div class="selection-actions" role="group" aria-label="Selection actions">
      <span>{formatNumber(count)} images selected</span>
      <Button
        label={counts === undefined ? 'Accept' : `Accept ${formatNumber(counts.open)}`}
        icon="thumbsup"
        disabled={nothingOpen}
        title={nothingOpen ? 'No selected description is left to accept' : 'Accept (A)'}
        onClick={() => store.accept(true)}
      />
      <Button
        label="Undo Accept"
        icon="discard"
        secondary
        disabled={nothingAccepted}
        {...(nothingAccepted && { title: 'No selected description is accepted' })}
        onClick={() => store.accept(false)}
      />
      <Button
        label="Ask Again"
        icon="refresh"
        title="Ask again for described and failed images"
        secondary
        onClick={() => store.askAgain()}
      />
      <Button label="Edit Captions…" icon="replace-all" secondary onClick={() => store.editCaptions()} />
      <Button label="Copy as CSV" icon="copy" secondary onClick={() => store.copy('csv')} />
      <Button label="Copy as Markdown" icon="copy" secondary onClick={() => store.copy('markdown')} />
    </div>
  );
}
