import type { RunRow } from '../runRow.ts';
import { recordText } from './caption.ts';
import { freeNames, renamedNote, valueNames, valuesUnder } from './columns.ts';
import { detectionNames, namedDetections } from './detectionColumns.ts';
import { DetectionReader } from './detections.ts';
import type { ExportedRun, ExportNotes, ExportOptions } from './exportOptions.ts';
import { describedTogether, type DescribedPicture, type ExportStats } from './exportStats.ts';
import { wellFormedJson } from './wellFormedJson.ts';

/** Names that a column of the answers may not take. */
const ownNames = [
  'file',
  'text',
  'model',
  'edited',
  'accepted',
  'width',
  'height',
  'sha256',
  'usage',
  'answeredAt',
  'seconds',
  'notes',
  'error',
];

/**
 * One object a line, in the run's order. Failed pictures have `error` and no text, and are there only if asked for. What was
 * recognised stands in columns of its own, in the lines of the pictures that were looked at.
 */
export async function* jsonLines(
  run: ExportedRun,
  options: ExportOptions,
  stats: ExportStats,
  told: ExportNotes,
): AsyncGenerator<string, void, undefined> {
  const { includeFailed = false, includeDetails = false } = options;
  const order = valueNames(run);
  const valuesOf = valuesUnder(order, ownNames);
  const names = detectionNames([...ownNames, ...order]);
  const valuesBeside = valuesUnder(order, [...ownNames, ...Object.values(names)]);
  const reader = new DetectionReader(options);
  let hasDetections = false as boolean;
  told.notes.push(...renamedNote(freeNames(order, ownNames)));
  // Failed pictures stand between the described ones, where the run has them.
  let next = 0;
  const failedUpTo = function* (end: number): Generator<string> {
    for (; next < end; next++) {
      const row = run.rows[next];
      if (includeFailed && row?.state === 'failed') yield line(failedRecord(row));
    }
  };
  const lineOf = ({ row, description }: DescribedPicture): string => {
    const { model, width, height, usage, answeredAt, seconds } = description;
    const detections = reader.read(description);
    hasDetections ||= detections !== undefined;
    return line({
      file: row.picture.name,
      text: recordText(description),
      ...(detections === undefined
        ? valuesOf(description)
        : { ...valuesBeside(description), ...namedDetections(names, detections) }),
      model,
      edited: row.edited,
      accepted: row.accepted,
      width,
      height,
      sha256: row.sha256,
      usage,
      ...(includeDetails
        ? { answeredAt: new Date(answeredAt).toISOString(), seconds, notes: description.notes }
        : {}),
    });
  };
  for await (const pictures of describedTogether(run, options, stats))
    yield pictures.map(picture => [...failedUpTo(picture.row.index), lineOf(picture)].join('')).join('');
  yield* failedUpTo(run.rows.length);
  if (hasDetections) reader.tell(told);
}

function failedRecord({ picture, sha256, failure }: RunRow): Record<string, unknown> {
  const { code, message, hint } = failure ?? { code: 'noAnswer', message: 'It failed.' };
  return { file: picture.name, sha256, error: { code, message, hint } };
}

/** A value as one line of JSON Lines. */
export function line(value: Record<string, unknown>): string {
  return `${wellFormedJson(value)}\n`;
}
