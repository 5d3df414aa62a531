import { formatNumber } from '../../../base/format.ts';
import type { VNode } from 'preact';
import { Button } from '../../shared/buttons.tsx';
import { useRun } from '../runContext.ts';

/**
 * What can be done with several rows at once.
 * @param props.described How many of them can be accepted; `undefined` where some have not come.
 */
export function SelectionActions({
  count,
  described,
}: {
  count: number;
  described: number | undefined;
}): VNode {
  const { store } = useRun();
  const number = formatNumber(count);
  return (
    <div class="selection-actions" role="group" aria-label="Selection actions">
      <span>{number} images selected</span>
      <Button
        label={described === undefined ? 'Accept' : `Accept ${formatNumber(described)}`}
        icon="thumbsup"
        disabled={described === 0}
        title={
          described === 0 ? 'None of the selected images is described' : 'Accept all described images (A)'
        }
        onClick={() => store.accept(true)}
      />
      <Button label="Undo Accept" icon="discard" secondary onClick={() => store.accept(false)} />
      <Button
        label="Ask Again"
        icon="refresh"
        title="Ask again for described and failed images"
        secondary
        onClick={() => store.askAgain()}
      />
    </div>
  );
}
