import { columnsOf, columnValuesOf } from '../../schema/columns.ts';
import { recordText } from './caption.ts';
import { freeNames, renamedNote } from './columns.ts';
import { detectionNames, namedDetections } from './detectionColumns.ts';
import { DetectionReader, isRecognized, type Detections } from './detections.ts';
import type { ExportedRun, ExportNotes, ExportOptions } from './exportOptions.ts';
import { plainText } from './plainText.ts';
import { describedTogether, type DescribedPicture, type ExportStats } from './exportStats.ts';
import { counted } from '../../base/l10n.ts';

const before = ['file', 'text'];
const after = ['model', 'edited', 'accepted', 'width', 'height', 'sha256', 'inputTokens', 'outputTokens'];
const details = ['answeredAt', 'seconds', 'notes'];

/** Cells that begin like this are taken for formulas by spreadsheets. */
const formula = /^[=+\-@\t\r]/;

/**
 * A table as RFC 4180 has it: a heading, CRLF after each record, text always in quotes. Answers with a form have
 * the columns of the run's table; lists stand as JSON. Cells that begin like a formula stay as they are unless it is made for a spreadsheet: a
 * `'` before them would be part of the data to every other reader. `notes` gets a sentence where there are such cells.
 * A run whose images were looked at has columns for what was recognised, which stands as JSON.
 */
export async function* csv(
  run: ExportedRun,
  options: Omit<ExportOptions, 'files' | 'toolVersion'>,
  stats: ExportStats,
  { notes, remedies }: ExportNotes,
): AsyncGenerator<string, void, undefined> {
  const { includeDetails = false, forSpreadsheet = false } = options;
  const { stringify } = await import('csv-stringify/sync');
  const schema = run.question.schema?.schema;
  const columns = schema === undefined ? [] : columnsOf(schema);
  const taken = [...before, ...after, ...(includeDetails ? details : [])];
  const written = (records: readonly (readonly unknown[])[]): string =>
    stringify([...records], {
      record_delimiter: 'windows',
      quoted_string: true,
      escape_formulas: forSpreadsheet,
    });
  const names = freeNames(columns, taken);
  const reader = new DetectionReader(options);
  const detected = (await isRecognized(run)) ? detectionNames([...taken, ...names.values()]) : undefined;
  const detectedNames = Object.values(detected ?? {});
  notes.push(...renamedNote(names));
  yield `${forSpreadsheet ? '\uFEFF' : ''}${written([[...before, ...names.values(), ...after, ...(includeDetails ? details : []), ...detectedNames]])}`;
  let formulas = 0;
  let controls = 0;
  const recordOf = ({ row, description }: DescribedPicture): unknown[] => {
    const { model, width, height, usage, answeredAt, seconds } = description;
    const values = schema === undefined ? [] : columnValuesOf(schema, description.columns ?? {});
    const cells = [
      row.picture.name,
      recordText(description),
      ...values.map(cell),
      model,
      cell(row.edited),
      cell(row.accepted),
      width,
      height,
      row.sha256,
      usage?.inputTokens,
      usage?.outputTokens,
      ...(includeDetails
        ? [new Date(answeredAt).toISOString(), seconds ?? '', description.notes.join('\n')]
        : []),
      ...(detected === undefined ? [] : cellsOf(detectedNames, detected, reader.read(description))),
    ];
    controls += cells.some(value => typeof value === 'string' && plainText(value) !== value) ? 1 : 0;
    formulas += cells.filter(value => typeof value === 'string' && formula.test(value)).length;
    return cells.map(value => (typeof value === 'string' ? plainText(value) : value));
  };
  for await (const pictures of describedTogether(run, options, stats)) yield written(pictures.map(recordOf));
  if (detected !== undefined) reader.tell({ notes, remedies });
  if (controls > 0)
    notes.push(
      counted(
        controls,
        '{count} row contains control characters, at which some programs stop reading. They are written as U+FFFD.',
        '{count} rows contain control characters, at which some programs stop reading. They are written as U+FFFD.',
      ),
    );
  if (formulas > 0 && !forSpreadsheet) {
    notes.push(
      counted(
        formulas,
        '{count} cell begins with =, +, - or @, which a spreadsheet takes for a formula.',
        '{count} cells begin with =, +, - or @, which a spreadsheet takes for a formula.',
      ),
    );
    remedies.push({ kind: 'exportForSpreadsheet' });
  }
}

/** A value as csv-stringify takes it: `undefined` is an empty cell, which a text that is empty, being quoted, is not. */
function cell(value: unknown): string | number | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function cellsOf(
  columns: readonly string[],
  names: ReturnType<typeof detectionNames>,
  detections: Detections | undefined,
): (string | number | undefined)[] {
  const values = detections === undefined ? {} : namedDetections(names, detections);
  return columns.map(name => cell(values[name]));
}
