import { cellsOf, columnsOf } from '../../schema/columns.ts';
import { csv } from './csv.ts';
import type { ExportedRun } from './exportOptions.ts';
import { describedPictures, newExportStats } from './exportStats.ts';
import { cell } from './markdown.ts';

/** The forms in which rows are copied. */
export type CopiedForm = 'csv' | 'markdown';

/**
 * The descriptions of a run's rows as one text for the clipboard: CSV as it is exported, or a Markdown table.
 * @param run with the rows that are meant.
 */
export async function copiedRows(form: CopiedForm, run: ExportedRun): Promise<string> {
  const lines = form === 'csv' ? csv(run, {}, newExportStats(), { notes: [], remedies: [] }) : table(run);
  let text = '';
  for await (const part of lines) text += part;
  return text;
}

async function* table(run: ExportedRun): AsyncGenerator<string, void, undefined> {
  const schema = run.question.schema?.schema;
  const columns = schema === undefined ? ['Description'] : columnsOf(schema);
  yield line(['Image', ...columns]);
  yield line(
    ['Image', ...columns].map(() => '---'),
    text => text,
  );
  for await (const { row, description } of describedPictures(run, {})) {
    const values =
      schema === undefined || description.columns === undefined
        ? [description.text]
        : cellsOf(schema, description.columns);
    yield line([row.picture.name, ...values]);
  }
}

function line(cells: readonly string[], written: (text: string) => string = cell): string {
  return `| ${cells.map(written).join(' | ')} |\n`;
}
