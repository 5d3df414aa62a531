import type { Description, RunRow } from '../runRow.ts';
import type { ExportedRun, ExportOptions, NamedReason } from './exportOptions.ts';
import { t } from '../../base/l10n.ts';

/** A picture that has a description. */
export interface DescribedPicture {
  row: RunRow;
  description: Description;
}

/** What became of the pictures of a run while it was exported. */
export interface ExportStats {
  described: number;
  leftOut: NamedReason[];
  open: number;
  /** As the providers named them. */
  models: Set<string>;
}

/** Which descriptions are wanted, and who is told of them. */
type ChosenDescriptions = Pick<ExportOptions, 'onProgress' | 'acceptedOnly'> & {
  signal?: AbortSignal | undefined;
};

/** Rows whose descriptions are read together. */
const together = 128;

/**
 * The pictures that are described, in the run's order: the one place that says what counts as a description. Failed and
 * open ones, and answers that are empty or cannot be read, are counted in the stats and never come out; nor do those that
 * nobody accepted, where only accepted ones are wanted.
 * @throws the signal's reason once it fires.
 */
export async function* describedPictures(
  run: ExportedRun,
  chosen: ChosenDescriptions,
  stats?: ExportStats,
): AsyncGenerator<DescribedPicture, void, undefined> {
  for await (const rows of readRows(run, chosen))
    for (const { row, description } of rows) {
      chosen.signal?.throwIfAborted();
      if (!comesOut(row, description, stats)) continue;
      yield { row, description };
      if (stats !== undefined) chosen.onProgress?.(stats.described);
    }
}

/** {@link describedPictures} for what takes little time with each: some at once, at least one. */
export async function* describedTogether(
  run: ExportedRun,
  chosen: ChosenDescriptions,
  stats: ExportStats,
): AsyncGenerator<DescribedPicture[], void, undefined> {
  for await (const rows of readRows(run, chosen)) {
    chosen.signal?.throwIfAborted();
    const pictures = rows.flatMap(({ row, description }) =>
      comesOut(row, description, stats) ? [{ row, description }] : [],
    );
    if (pictures.length === 0) continue;
    yield pictures;
    chosen.onProgress?.(stats.described);
  }
  chosen.signal?.throwIfAborted();
}

/** The rows that are wanted or counted, with what is read of them. */
async function* readRows(
  run: ExportedRun,
  { acceptedOnly = false }: ChosenDescriptions,
): AsyncGenerator<{ row: RunRow; description: Description | undefined }[], void, undefined> {
  const rows = acceptedOnly ? run.rows.filter(isWanted) : run.rows;
  for (let from = 0; from < rows.length; from += together) {
    const some = rows.slice(from, from + together);
    const described = some.filter(({ state }) => state === 'described');
    // Asked for before anything else may change the rows.
    const read = await run.descriptions(described.map(({ index }) => index));
    const descriptions = new Map(described.map((row, place) => [row, read[place]]));
    yield some.map(row => ({ row, description: descriptions.get(row) }));
  }
}

/** Whether a row comes out, and counts it. */
function comesOut(
  row: RunRow,
  description: Description | undefined,
  stats: ExportStats | undefined,
): description is Description {
  const reason = whyNot(row, description);
  if (reason === undefined && description !== undefined) {
    if (stats !== undefined) {
      stats.described++;
      stats.models.add(description.model);
    }
    return true;
  }
  if (stats === undefined) return false;
  if (reason === undefined) stats.open++;
  else stats.leftOut.push({ name: row.picture.name, reason });
  return false;
}

/** Whether a row comes out, or is counted among those that do not, where only accepted descriptions are wanted. */
function isWanted({ state, accepted }: RunRow): boolean {
  return state !== 'described' || accepted;
}

/** How many descriptions an export of the accepted ones leaves out. */
export function unacceptedCount({ rows }: Pick<ExportedRun, 'rows'>): number {
  return rows.filter(row => !isWanted(row)).length;
}

/** Stats of nothing yet. */
export function newExportStats(): ExportStats {
  return { described: 0, leftOut: [], open: 0, models: new Set() };
}

function whyNot({ state, failure }: RunRow, description: Description | undefined): string | undefined {
  if (state === 'failed') return failure?.message ?? t('It failed.');
  if (state !== 'described') return undefined;
  if (description === undefined) return t('Its answer cannot be read.');
  return description.text.trim() === '' ? t('Its description is empty.') : undefined;
}
