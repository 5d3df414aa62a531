import { present } from '../../base/present.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { RunRow } from '../../runs/runRow.ts';
import type { OtherSide } from './rowView.ts';

/** Most pictures that both sides of a comparison are asked about. */
export const mostCompared = 20;

/**
 * Places of the rows for a comparison, spread over the run: described ones first, which need not be asked about again,
 * then open ones.
 */
export function comparedRows(rows: readonly RunRow[], most = mostCompared): number[] {
  const described = spread(
    rows.filter(({ state }) => state === 'described'),
    most,
  );
  const open = spread(
    rows.filter(({ state }) => state === 'open'),
    most - described.length,
  );
  return [...described, ...open].map(({ index }) => index).sort((one, other) => one - other);
}

function spread<T>(all: readonly T[], most: number): T[] {
  const count = Math.min(Math.max(0, most), all.length);
  return Array.from(
    { length: count },
    (_, pick) => all[Math.floor(((pick + 0.5) * all.length) / count)],
  ).filter(one => one !== undefined);
}

/** Another question about some of a run's pictures: a run of its own beside it. */
export class Comparison implements OtherSide {
  readonly other: RunRecord;
  /** Places in the run of the pictures that both are asked about; the other run has them in this order. */
  readonly sample: readonly number[];
  readonly #places: ReadonlyMap<number, number>;

  constructor(other: RunRecord, sample: readonly number[]) {
    this.other = other;
    this.sample = sample;
    this.#places = new Map(sample.map((index, place) => [index, place]));
  }

  has(row: RunRow): boolean {
    return this.#places.has(row.index);
  }

  async view(row: RunRow): Promise<{ state: RunRow['state']; text?: string } | undefined> {
    const place = this.#places.get(row.index);
    const beside = place === undefined ? undefined : this.other.rows[place];
    if (beside === undefined) return undefined;
    const { index, state, failure } = beside;
    if (state !== 'described') return { state, ...(failure === undefined ? {} : { text: failure.message }) };
    const text = (await this.other.description(index).catch(() => undefined))?.text;
    return { state, ...present({ text }) };
  }
}
