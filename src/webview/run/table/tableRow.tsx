import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import type { RowView } from '../../../protocol/run.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { FileName } from '../../shared/fileName.tsx';
import { memo } from '../../shared/memo.ts';
import type { Picture } from '../state/pictures.ts';
import type { Column } from './columns.ts';
import { rowMarks, rowStates } from './rowStates.ts';

export interface TableRowProps {
  /** Absent while it has not come. */
  row: RowView | undefined;
  position: number;
  columns: Column[];
  picture: Picture;
  selected: boolean;
  /** It is one of several that are selected. */
  several: boolean;
  /** Id of the run. */
  run: string;
  /** The Tab key leads here. */
  tabStop: boolean;
  /** Pixels from the first row. */
  top: number;
  onChoose: (position: number, extend: boolean) => void;
  onOpen: () => void;
}

/** A row of the table, or its place while it is on its way. */
export const TableRow = memo(function TableRow(props: TableRowProps): VNode {
  const { row, position, columns, picture, selected, several, run, tabStop, top, onChoose, onOpen } = props;
  return (
    <div
      role="row"
      class={`row ${row?.state ?? 'awaited'}`}
      aria-rowindex={position + 2}
      aria-selected={selected}
      data-position={position}
      data-vscode-context={menuContext(row, run, several)}
      tabIndex={tabStop ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
      onClick={event => {
        onChoose(position, event.shiftKey);
        event.currentTarget.focus({ preventScroll: true });
      }}
      // Shift extends the selection of rows, not of text.
      onMouseDown={event => event.shiftKey && event.preventDefault()}
      onDblClick={onOpen}
      onContextMenu={() => !selected && onChoose(position, false)}
    >
      {columns.map(column => (
        <div key={column.id} role="gridcell" class={`cell ${column.kind}`}>
          {row ? <Cell {...{ row, column, picture }} /> : <span class="awaited-text" />}
        </div>
      ))}
    </div>
  );
});

/** What the editor knows of a row when its menu is opened: which commands fit, and what they are about. */
function menuContext(row: RowView | undefined, run: string, several: boolean): string {
  return JSON.stringify({
    ...{ webviewSection: 'row', preventDefaultContextMenuItems: true, run },
    ...{ rowState: row?.state, rowAccepted: row?.accepted === true && row.state === 'described' },
    rowSelection: several ? 'several' : 'one',
  });
}

function Cell({ row, column, picture }: { row: RowView; column: Column; picture: Picture }): VNode {
  switch (column.kind) {
    case 'picture':
      return <RowPicture picture={picture} />;
    case 'name':
      return (
        <span class="row-name" dir="auto" title={row.name}>
          <FileName name={row.name} />
        </span>
      );
    case 'state':
      return <TableRowState row={row} />;
    case 'answer':
    case 'number':
      return (
        <span class="text" dir="auto">
          {column.text?.(row)}
        </span>
      );
    default:
      return column.kind satisfies never;
  }
}

/** The picture, small, or a sign in its place. */
export function RowPicture({ picture }: { picture: Picture }): VNode {
  if (typeof picture === 'string') return <img src={picture} alt="" draggable={false} />;
  return (
    <span class="no-picture">
      {picture === null && <Codicon name="file-media" />}
      {picture === null && <span class="only-read">{t('cannot be shown')}</span>}
    </span>
  );
}

/** The state in a word with an icon, and what a person did to the row. */
export function TableRowState({ row }: { row: RowView }): VNode {
  const { icon, word } = rowStates[row.state];
  return (
    <span class={`row-state ${row.state}`}>
      <span class="mark">
        <Codicon name={icon} spin={icon === 'loading'} /> {word}
        {row.notes && (
          <>
            <span class="note-mark" title={row.notes.join('\n')}>
              <Codicon name="info" />
            </span>
            <span class="only-read">{t(', with a note')}</span>
          </>
        )}
      </span>
      {rowMarks(row).map(({ icon, word }) => (
        <span key={word} class="mark">
          <Codicon name={icon} /> {word}
        </span>
      ))}
    </span>
  );
}
