import type { VNode } from 'preact';
import type { RowView } from '../../../protocol/run.ts';
import { Button } from '../../parts/buttons.tsx';
import { useRun } from '../runContext.ts';

/** What can be done with one row. */
export function DetailsActions({ row }: { row: RowView }): VNode {
  const { store, post } = useRun();
  const { index, state, accepted, edited, text } = row;
  const described = state === 'described';
  return (
    <div class="details-actions" role="group" aria-label={`Actions for ${row.name}`}>
      {described && (
        <>
          <Button
            label={accepted ? 'Take Back' : 'Accept'}
            icon="thumbsup"
            secondary={accepted}
            title={accepted ? 'No longer say that it is good (A)' : 'Say that it is good (A)'}
            onClick={() => post({ type: 'accept', indices: [index], accepted: !accepted })}
          />
          <Button label="Edit" icon="edit" secondary title="Edit (Enter)" onClick={() => store.beginEdit()} />
        </>
      )}
      {(described || state === 'failed') && (
        <Button
          label="Ask Again"
          icon="refresh"
          secondary={described}
          onClick={() => post({ type: 'askAgain', indices: [index] })}
        />
      )}
      {text !== undefined && (
        <Button label="Copy" icon="copy" secondary onClick={() => post({ type: 'copyText', text })} />
      )}
      <Button
        label="Open Picture"
        icon="go-to-file"
        secondary
        onClick={() => post({ type: 'openPicture', index })}
      />
      {described && edited && (
        <Button
          label="Restore Model's Text"
          icon="discard"
          secondary
          onClick={() => post({ type: 'edit', index })}
        />
      )}
    </div>
  );
}
