import { counted } from '../../../base/l10n.ts';
import { columnsOf, columnValuesOf } from '../../../schema/columns.ts';
import { recordText } from '../caption.ts';
import { freeNames, renamedNote } from '../columns.ts';
import { detectionColumns, detectionNames, detectionValues } from '../detectionColumns.ts';
import { DetectionReader, isRecognized } from '../detections.ts';
import type { ExportedRun, ExportNotes, ExportOptions } from '../exportOptions.ts';
import { describedTogether, type DescribedPicture, type ExportStats } from '../exportStats.ts';
import { answerTypes } from './answerTypes.ts';
import { fitted, type ColumnType } from './columnType.ts';
import { parquetFile, type ParquetRow } from './parquetFile.ts';
import type { ParquetColumn } from './schemaElements.ts';

const before: readonly ParquetColumn[] = [
  { name: 'file', type: 'text' },
  { name: 'text', type: 'text' },
];
const after: readonly ParquetColumn[] = [
  { name: 'model', type: 'text' },
  { name: 'edited', type: 'boolean' },
  { name: 'accepted', type: 'boolean' },
  { name: 'width', type: 'int32' },
  { name: 'height', type: 'int32' },
  { name: 'sha256', type: 'text' },
  { name: 'inputTokens', type: 'int64' },
  { name: 'outputTokens', type: 'int64' },
];
const details: readonly ParquetColumn[] = [
  { name: 'answeredAt', type: 'time' },
  { name: 'seconds', type: 'double' },
  { name: 'notes', type: { list: 'text' } },
];

const bbox: ColumnType = { list: 'double' };
const detectionTypes: Record<(typeof detectionColumns)[number], ColumnType> = {
  objects: { list: { parts: { label: 'text', score: 'double', bbox } } },
  faces: { list: { parts: { score: 'double', bbox } } },
  textLines: { list: { parts: { text: 'text', score: 'double', bbox } } },
  codes: { list: { parts: { format: 'text', text: 'text', bbox } } },
};

/**
 * The columns of the CSV export with their types: numbers, yes or no, times, and lists. Fields of an answer have the types
 * of its schema; `text` holds the answer as it is, also where a value does not fit its column, which is then empty.
 */
export async function* parquet(
  run: ExportedRun,
  options: Omit<ExportOptions, 'files' | 'toolVersion'>,
  stats: ExportStats,
  told: ExportNotes,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { includeDetails = false } = options;
  const last = [...after, ...(includeDetails ? details : [])];
  const taken = [...before, ...last].map(({ name }) => name);
  const schema = run.question.schema?.schema;
  const names = freeNames(schema === undefined ? [] : columnsOf(schema), taken);
  const types = schema === undefined ? [] : answerTypes(schema);
  const answers = [...names.values()].map((name, place) => ({ name, type: types[place] ?? 'json' }));
  const detected = (await isRecognized(run)) ? detectionNames([...taken, ...names.values()]) : undefined;
  const detections = detected === undefined ? [] : detectionColumns;
  const columns: ParquetColumn[] = [
    ...before,
    ...answers,
    ...last,
    ...detections.map(column => ({ name: detected?.[column] ?? column, type: detectionTypes[column] })),
  ];
  const reader = new DetectionReader(options);
  told.notes.push(...renamedNote(names));
  let unfit = 0;
  const rowOf = (picture: DescribedPicture): ParquetRow => {
    const { description } = picture;
    const found = detected === undefined ? undefined : reader.read(description);
    const cells = found === undefined ? undefined : detectionValues(found);
    const values = [
      ...[picture.row.picture.name, recordText(description)],
      ...(schema === undefined ? [] : columnValuesOf(schema, description.columns ?? {})),
      ...ownValues(picture, includeDetails),
      ...detections.map(column => cells?.[column]),
    ];
    const row = columns.map(({ type }, place) => fitted(type, values[place]));
    if (row.includes(undefined)) unfit++;
    return row.map(value => value ?? null);
  };
  const rows = async function* (): AsyncGenerator<ParquetRow[], void, undefined> {
    for await (const pictures of describedTogether(run, options, stats)) yield pictures.map(rowOf);
  };
  yield* parquetFile(columns, rows());
  if (detected !== undefined) reader.tell(told);
  if (unfit > 0)
    told.notes.push(
      counted(
        unfit,
        '{count} row has a value that does not fit the type of its column. The cell is empty; "text" has the whole answer.',
        '{count} rows have values that do not fit the types of their columns. These cells are empty; "text" has the whole answers.',
      ),
    );
}

function ownValues({ row, description }: DescribedPicture, includeDetails: boolean): unknown[] {
  const { model, width, height, usage, answeredAt, seconds, notes } = description;
  return [
    ...[model, row.edited, row.accepted, width, height, row.sha256, usage?.inputTokens, usage?.outputTokens],
    ...(includeDetails ? [new Date(answeredAt), seconds, notes] : []),
  ];
}
