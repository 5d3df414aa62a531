import { present } from '../../base/present.ts';
import { editorHint } from '../remedyButtons.ts';
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
  { cells, other }: { cells?: string[] | undefined; other?: RowView['other'] | undefined },
): RowView {
  const { index, picture, state, edited, accepted, failure, usage, seconds } = row;
  const hint = failure === undefined ? undefined : editorHint(failure);
  return {
    index,
    name: picture.name,
    state,
    ...(description === undefined ? {} : { text: description.text }),
    ...present({ columns: cells }),
    ...(description === undefined || description.notes.length === 0 ? {} : { notes: description.notes }),
    edited,
    accepted,
    ...(failure === undefined
      ? {}
      : {
          failure: {
            message: failure.message,
            ...present({ hint }),
          },
        }),
    ...(usage === undefined ? {} : { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
    ...present({ seconds }),
    byteLength: picture.byteLength,
    ...present({ other }),
  };
}
