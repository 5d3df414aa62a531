import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { RunView } from '../../../protocol/run.ts';
import { IconButton } from '../../shared/buttons.tsx';
import { FileName } from '../../shared/fileName.tsx';
import { takeFocus } from '../../shared/takeFocus.ts';
import { useRun } from '../runContext.ts';
import type { RunState } from '../state/runState.ts';
import { acceptance, selectedCount } from '../state/selection.ts';
import { TableRowState } from '../table/tableRow.tsx';
import { focusTable } from '../table/focusTable.ts';
import { DetailsActions, editButton } from './detailsActions.tsx';
import { DetailsPicture } from './detailsPicture.tsx';
import { DetailsText } from './detailsText.tsx';
import { EditBox } from './editBox.tsx';
import { SelectionActions } from './selectionActions.tsx';
import { rowFacts } from './rowFacts.ts';
import { UnsavedEdit } from './unsavedEdit.tsx';

interface DetailsProps {
  state: RunState;
  run: RunView;
  narrow: boolean;
}

/** The selected row: its picture large, its text whole, and what can be done with it. */
export function Details({ state, run, narrow }: DetailsProps): VNode | null {
  const { store } = useRun();
  const { selection, selected: row, edit } = state;
  const area = useRef<HTMLElement>(null);
  const editing = edit !== undefined && edit.index === row?.index;

  // What was read of one picture is no reason to begin the next in its middle.
  useEffect(() => area.current?.scrollTo(0, 0), [row?.index]);

  useReturn(editing);

  const close = () => {
    store.setDetails(false);
    focusTable();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  if (!selection || !state.detailsOpen) return null;
  const several = selectedCount(selection);
  return (
    <section class="details" aria-labelledby="details-heading" ref={area} onKeyDown={onKeyDown}>
      <div class="details-head">
        <h2 id="details-heading" dir="auto" title={row?.name}>
          {row ? <FileName name={row.name} /> : t('Loading…')}
        </h2>
        <IconButton label={t('Close Details')} icon="close" onClick={close} />
      </div>
      {several > 1 && <SelectionActions count={several} counts={acceptance(selection, state.loaded)} />}
      {edit && !editing && <UnsavedEdit edit={edit} />}
      {row && (
        <>
          <DetailsPicture row={row} />
          <div class="details-facts">
            <TableRowState row={row} />
            <ul class="facts" aria-label={t('Details of {row}', { row: row.name })}>
              {rowFacts(row).map(fact => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </div>
          {editing ? (
            <EditBox edit={edit} row={row} opened={state.focusEdit} />
          ) : (
            <DetailsText row={row} run={run} />
          )}
          {several === 1 && <DetailsActions row={row} narrow={narrow} hidden={editing} />}
        </>
      )}
    </section>
  );
}

/** Gives the focus back to where an edit began. */
function useReturn(editing: boolean): void {
  const began = useRef<'table' | 'details'>('table');
  const wasEditing = useRef(editing);
  // Before the page is drawn with the text box, the focus is still where the edit began.
  if (editing && !wasEditing.current)
    began.current = document.activeElement?.id === editButton ? 'details' : 'table';
  useLayoutEffect(() => {
    const ended = wasEditing.current && !editing;
    wasEditing.current = editing;
    if (!ended || document.activeElement !== document.body) return;
    const button = began.current === 'details' && document.getElementById(editButton);
    if (button) takeFocus(button);
    else focusTable();
  }, [editing]);
}
