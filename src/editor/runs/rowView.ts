import type { RowView } from '../../protocol/run.ts';
import type { Description, RunRow } from '../../runs/runRow.ts';

/** The other run of a comparison. */
export interface OtherSide {
  /** Whether it has the row's picture too. */
  has: (row: RunRow) => boolean;
  view: (row: RunRow) => Promise<NonNullable<RowView['other']> | undefined>;
}

/** A row as the page shows it. */
export function rowView(
  row: RunRow,
  description: Description | undefined,
  { columns, other }: { columns: readonly string[]; other?: RowView['other'] | undefined },
): RowView {
  const { index, picture, state, edited, accepted, failure, usage, seconds } = row;
  return {
    index,
    name: picture.name,
    state,
    ...(description === undefined ? {} : { text: description.text }),
    ...(description?.columns === undefined || columns.length === 0
      ? {}
      : { columns: columns.map(name => columnText(description.columns?.[name])) }),
    edited,
    accepted,
    ...(failure === undefined
      ? {}
      : {
          failure: {
            message: failure.message,
            ...(failure.hint === undefined ? {} : { hint: failure.hint }),
          },
        }),
    ...(usage === undefined ? {} : { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
    ...(seconds === undefined ? {} : { seconds }),
    byteLength: picture.byteLength,
    ...(other === undefined ? {} : { other }),
  };
}

/** A value of an answer in one line: lists by commas, what has parts as JSON. */
export function columnText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(part => typeof part !== 'object' || part === null))
    return value.map(String).join(', ');
  return JSON.stringify(value);
}
