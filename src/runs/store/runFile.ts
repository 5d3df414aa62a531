import { present } from '../../base/present.ts';
import { parseJson } from '../../base/json.ts';
import { plural } from '../../base/format.ts';
import { open } from 'node:fs/promises';
import type { RunPicture } from '../runPicture.ts';
import type { RunQuestion } from '../runQuestion.ts';
import type { RunSpec } from '../runRecord.ts';
import type { RowFailure } from '../runRow.ts';
import { SightlineError } from '../../base/errors.ts';
import { formatVersion, newerVersion, writtenByNewer } from './format.ts';
import { LineFile } from './lineFile.ts';
import { readLines } from './readLines.ts';
import type { LinePlace } from './readLines.ts';
import { runHeaderSchema, runLineOf } from './runLines.ts';
import type { RunFileHeader, RunLine } from './runLines.ts';
import { t } from '../../base/l10n.ts';

/** A row as the run's own file knows it. */
export interface KeptRow {
  number: number;
  picture: RunPicture;
  failure?: RowFailure;
  /** Where the answer lies that the row had when it was reopened or failed. */
  answer?: number;
}

/** What a run's file says. */
export interface KeptRun {
  id: string;
  createdAt: number;
  title: string;
  question: RunQuestion;
  skipped: { name: string; reason: string }[];
  rows: KeptRow[];
}

/** The lines of a new run. */
export function* linesOfRun(id: string, createdAt: number, spec: RunSpec): Iterable<object> {
  const { title, question } = spec;
  yield { format: 'sightline run', version: formatVersion, id, createdAt, title, question };
  for (const [number, { location, name, byteLength, modifiedAt }] of spec.pictures.entries())
    yield { type: 'picture', number, location, name, byteLength, modifiedAt } satisfies RunLine;
  for (const { name, reason } of spec.skipped) yield { type: 'skipped', name, reason } satisfies RunLine;
}

/**
 * Opens a run's file. Damaged lines are left out and told.
 * @throws {SightlineError} `store` where it cannot be read, or a newer Sightline wrote it.
 */
export async function openRunFile(
  file: string,
  what: string,
  report: (message: string) => void,
): Promise<{ file: LineFile; run: KeptRun }> {
  const reading = new RunReading();
  const lines = await LineFile.open(file, what, (text, place) => reading.take(text, place));
  const { newer, run, unreadable } = reading;
  if (newer !== undefined || run === undefined) {
    await lines.close();
    if (newer !== undefined) throw writtenByNewer(what, newer);
    throw new SightlineError('store', t('The file of {what} is damaged and cannot be read.', { what }), {
      hint: t('Start the run again: existing answers are reused.'),
    });
  }
  if (unreadable > 0) report(`${plural(unreadable, 'damaged line')} of ${file} cannot be read.`);
  return { file: lines, run };
}

/** Looks at a run's file, which another process may have open; `undefined` where it cannot be read. */
export async function readRunFile(file: string): Promise<KeptRun | undefined> {
  const reading = new RunReading();
  try {
    const handle = await open(file, 'r');
    try {
      await readLines(handle, (text, place) => reading.take(text, place));
    } finally {
      await handle.close();
    }
  } catch {
    // It was removed meanwhile, or nobody may read it.
    return undefined;
  }
  return reading.newer === undefined ? reading.run : undefined;
}

/** What the lines of a run's file say, taken one after another. */
class RunReading {
  /** The version of a file that this Sightline cannot read. */
  newer: number | undefined;
  unreadable = 0;
  #header: RunFileHeader | undefined;
  readonly #rows = new Map<number, KeptRow>();
  readonly #skipped: KeptRun['skipped'] = [];

  take(text: string, { offset }: LinePlace): void {
    const value = parseJson(text);
    if (offset === 0) {
      this.newer = newerVersion(value);
      this.#header = runHeaderSchema.safeParse(value).data;
      return;
    }
    const line = runLineOf(value);
    if (line === undefined) this.unreadable += 1;
    else if (line.type === 'skipped') this.#skipped.push({ name: line.name, reason: line.reason });
    else if (line.type === 'renamed') {
      if (this.#header !== undefined) this.#header.title = line.title;
    } else if (line.type !== 'question') apply(this.#rows, line);
    else if (this.#header !== undefined) {
      this.#header.question = line.question;
      for (const row of this.#rows.values()) forget(row);
    }
  }

  get run(): KeptRun | undefined {
    if (this.#header === undefined) return undefined;
    const { id, createdAt, title, question } = this.#header;
    return { id, createdAt, title, question, skipped: this.#skipped, rows: inOrder(this.#rows) };
  }
}

function apply(
  rows: Map<number, KeptRow>,
  line: Exclude<RunLine, { type: 'skipped' | 'question' | 'renamed' }>,
): void {
  switch (line.type) {
    case 'picture': {
      const { number, location, name, byteLength, modifiedAt, labels } = line;
      const picture: RunPicture = { location, name, byteLength, modifiedAt };
      if (labels !== undefined) picture.labels = labels;
      rows.set(number, { number, picture });
      return;
    }
    case 'failed': {
      const { type: _type, number, answer, hint, remedy, ...failure } = line;
      const row = rows.get(number);
      if (row === undefined) return;
      forget(row);
      row.failure = {
        ...failure,
        ...present({ hint, remedy }),
      };
      if (answer !== undefined) row.answer = answer;
      return;
    }
    case 'reopened':
      for (const { number, answer } of line.rows) {
        const row = rows.get(number);
        if (row === undefined) continue;
        forget(row);
        if (answer !== undefined) row.answer = answer;
      }
  }
}

function forget(row: KeptRow): void {
  delete row.failure;
  delete row.answer;
}

function inOrder(rows: Map<number, KeptRow>): KeptRow[] {
  return [...rows.values()].sort((one, other) => one.number - other.number);
}
