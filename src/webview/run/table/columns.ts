import { t } from '../../../base/l10n.ts';
import { formatSeconds, formatTokens } from '../../../base/localFormat.ts';
import type { ColumnWidths, RowSort, RowView, RunView } from '../../../protocol/run.ts';

/** A column of the table. */
export interface Column {
  id: string;
  title: string;
  /** Pixels that it has at least, and its share of what is left. */
  min: number;
  grow: number;
  /** What the table can be sorted by here. */
  sort?: RowSort['by'];
  /** The text of a cell; the table draws picture, name and state itself. */
  text?: (row: RowView) => string;
  /** `answer`: clamped to some lines. `number`: to the right. */
  kind: 'picture' | 'name' | 'state' | 'answer' | 'number';
}

/** Texts are drawn up to here: more is not seen in a cell. */
const drawn = 400;

/**
 * How much room the table has. `narrow`: for one column of text beside the picture; `tight`: the details, which say the
 * numbers too, stand beside it and take a part.
 */
export type Room = 'narrow' | 'tight' | 'wide';

/** The columns of a run. @param sorted What it is sorted by, whose column is shown where it is tight, too. */
export function tableColumns(
  { columns, comparedWith, model }: Pick<RunView, 'columns' | 'comparedWith' | 'model'>,
  room: Room,
  sorted?: RowSort['by'],
): Column[] {
  const numbers = [
    number('tokens', t('Tokens'), 84, ({ inputTokens = 0, outputTokens = 0 }) =>
      inputTokens + outputTokens > 0 ? formatTokens(inputTokens + outputTokens) : '',
    ),
    number('time', t('Time'), 76, ({ seconds }) => (seconds === undefined ? '' : formatSeconds(seconds))),
  ];
  const answers = comparedWith
    ? [
        answer('this', sideTitle(t('This'), model, comparedWith.model), descriptionText),
        answer('other', sideTitle(t('Other'), comparedWith.model, model), otherText),
      ]
    : columns.length > 0 && room !== 'narrow'
      ? columns.map((title, at) => answer(`column-${at}`, title, row => columnText(row, at)))
      : [answer('answer', t('Description'), descriptionText)];
  return [
    { id: 'picture', title: t('Image'), min: 64, grow: 0, kind: 'picture' },
    { id: 'name', title: t('Name'), min: 112, grow: 0.45, kind: 'name', sort: 'name' },
    { id: 'state', title: t('Status'), min: 114, grow: 0, kind: 'state', sort: 'state' },
    ...answers,
    // Two answers need the room, and two numbers would be asked whose they are.
    ...(room === 'narrow' || comparedWith
      ? []
      : numbers.filter(({ sort }) => room === 'wide' || sort === sorted)),
  ];
}

/** The columns as wide as the person made them. */
export function withWidths(columns: Column[], widths: ColumnWidths): Column[] {
  return columns.map(column => {
    const width = widths[column.id];
    return width === undefined ? column : { ...column, min: width, grow: 0 };
  });
}

/** What a side of a comparison is called: by its model, where that tells the two apart. */
export function sideTitle(side: string, model: string, beside: string): string {
  return model === beside ? side : `${side}: ${model}`;
}

/** The columns in the words of CSS grids, and the pixels that they need together. */
export function columnWidths(columns: Column[]): { template: string; least: string } {
  const template = columns.map(({ min, grow }) => (grow > 0 ? `minmax(${min}px, ${grow}fr)` : `${min}px`));
  return {
    template: template.join(' '),
    least: `${columns.reduce((sum, { min }) => sum + min, 0)}px`,
  };
}

/** The description in a cell; where there is none, why. */
export function descriptionText({ state, text = '', columns, failure }: RowView): string {
  if (state === 'failed') return failure?.message ?? t('Failed');
  return (columns ? columns.filter(Boolean).join(' · ') : text).slice(0, drawn);
}

function otherText({ other }: RowView): string {
  if (!other) return '';
  return (other.text ?? (other.state === 'failed' ? t('Failed') : '')).slice(0, drawn);
}

function columnText(row: RowView, at: number): string {
  if (row.state === 'failed') return at === 0 ? descriptionText(row) : '';
  return (row.columns?.[at] ?? '').slice(0, drawn);
}

function answer(id: string, title: string, text: (row: RowView) => string): Column {
  return { id, title, min: 120, grow: 1, kind: 'answer', text };
}

function number(id: 'tokens' | 'time', title: string, min: number, text: (row: RowView) => string): Column {
  return { id, title, min, grow: 0, kind: 'number', text, sort: id };
}
