import type { Description, RunRow } from '../runRow.ts';
import type { ExportedRun, ExportOptions, NamedReason } from './exportOptions.ts';
import { orderedMap } from '../../base/orderedMap.ts';

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

/** How many descriptions are read from the disk ahead of their turn. */
const ahead = 16;

/**
 * The pictures that are described, in the run's order: the one place that says what counts as a description. Failed and
 * open ones, and answers that are empty or cannot be read, are counted in the stats and never come out; nor do those that
 * nobody accepted, where only accepted ones are wanted.
 * @throws the signal's reason once it fires.
 */
export async function* describedPictures(
  run: ExportedRun,
  { signal, onProgress, acceptedOnly = false }: ChosenDescriptions,
  stats?: ExportStats,
): AsyncGenerator<DescribedPicture, void, undefined> {
  const rows = acceptedOnly ? run.rows.filter(isWanted) : run.rows;
  const pictures = orderedMap(rows, ahead, async row => ({
    row,
    // Asked for before anything else may change the row.
    description: row.state === 'described' ? await run.description(row.index) : undefined,
  }));
  for await (const { row, description } of pictures) {
    signal?.throwIfAborted();
    const reason = whyNot(row, description);
    if (reason === undefined && description !== undefined) {
      if (stats !== undefined) {
        stats.described++;
        stats.models.add(description.model);
      }
      yield { row, description };
      if (stats !== undefined) onProgress?.(stats.described);
    } else if (stats !== undefined)
      if (reason === undefined) stats.open++;
      else stats.leftOut.push({ name: row.picture.name, reason });
  }
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
  if (state === 'failed') return failure?.message ?? 'It failed.';
  if (state !== 'described') return undefined;
  if (description === undefined) return 'Its answer cannot be read.';
  return description.text.trim() === '' ? 'Its description is empty.' : undefined;
}
