import type { VNode } from 'preact';
import type { RowView } from '../../../protocol/run.ts';
import { Button } from '../../shared/buttons.tsx';
import { useRun } from '../runContext.ts';

/** Id of the button where an edit begins. */
export const editButton = 'edit-description';

interface DetailsActionsProps {
  row: RowView;
  /** There is something else to do first: with all rows that are selected. */
  secondary: boolean;
  /** Only hidden during an edit, so that the focus can go back to where it began. */
  hidden: boolean;
}

/** What can be done with one row. */
export function DetailsActions({ row, secondary, hidden }: DetailsActionsProps): VNode {
  const { store, post } = useRun();
  const { index, state, accepted, edited, text } = row;
  const described = state === 'described';
  return (
    <div class="details-actions" role="group" aria-label={`Actions for ${row.name}`} hidden={hidden}>
      {described && (
        <>
          <Button
            label={accepted ? 'Undo Accept' : 'Accept'}
            icon="thumbsup"
            secondary={secondary || accepted}
            title={accepted ? 'Remove the acceptance (A)' : 'Mark the description as accepted (A)'}
            onClick={() => post({ type: 'accept', indices: [index], accepted: !accepted })}
          />
          <Button
            id={editButton}
            label="Edit"
            icon="edit"
            secondary
            title="Edit (Enter)"
            onClick={() => store.beginEdit()}
          />
        </>
      )}
      {(described || state === 'failed') && (
        <Button
          label="Ask Again"
          icon="refresh"
          secondary={secondary || described}
          onClick={() => post({ type: 'askAgain', indices: [index] })}
        />
      )}
      {text !== undefined && (
        <Button label="Copy" icon="copy" secondary onClick={() => post({ type: 'copyText', text })} />
      )}
      <Button
        label="Open Image"
        icon="go-to-file"
        secondary
        onClick={() => post({ type: 'openPicture', index })}
      />
      {described && edited && (
        <Button
          label="Restore Original"
          icon="discard"
          secondary
          onClick={() => post({ type: 'edit', index })}
        />
      )}
    </div>
  );
}
