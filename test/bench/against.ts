import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Figure } from './figure.ts';

/** What `--json` printed at an earlier time. */
const reportSchema = z.object({
  node: z.string(),
  platform: z.string(),
  cpus: z.number(),
  figures: z.record(z.string(), z.object({ value: z.number().nullable() })),
});

export type Report = z.infer<typeof reportSchema>;

/** By which share a figure moves from one run to the next without any cause: times with whatever else the machine does. */
const noises: Readonly<Record<Figure['unit'], number>> = { ms: 0.35, ratio: 0.2, MB: 0.1, KB: 0.02 };

/** A figure beside the same one at an earlier time. */
export interface Comparison {
  before: number;
  /** The growth as a share: 0.5 is half as much again. */
  change: number;
  /** Whether it grew by more than its noise. */
  isWorse: boolean;
}

/**
 * Reads a report that `--json` printed.
 * @throws {Error} that names the file where it is none.
 */
export async function readReport(file: string): Promise<Report> {
  try {
    return reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} is no report of "npm run bench -- --json".`, { cause });
  }
}

/** A figure beside its earlier value; nothing where there is none to compare with. */
export function compare(
  { name, unit, value, noise = noises[unit] }: Pick<Figure, 'name' | 'unit' | 'value' | 'noise'>,
  earlier: Pick<Report, 'figures'>,
): Comparison | undefined {
  const before = earlier.figures[name]?.value;
  if (before == null || !(before > 0)) return undefined;
  const change = value / before - 1;
  // What could not be measured has no growth, and is worse than any.
  return { before, change, isWorse: !(change <= noise) };
}

/** The comparison in words, for a row of the table. */
export function comparisonText({ before, change, isWorse }: Comparison): string {
  const percent = `${change < 0 ? '−' : '+'}${Math.abs(100 * change).toFixed(0)} %`;
  return `before ${before.toFixed(3)} (${percent}${isWorse ? ', WORSE' : ''})`;
}
