/** One measured figure. A measure lies in a file of its own in `measures/` and exports `measure`, a {@link Measure}. */
export interface Figure {
  /** Stable name for machines, camelCase. */
  name: string;
  /** What it is, for people. */
  title: string;
  value: number;
  unit: 'ms' | 'MB' | 'KB' | 'ratio';
  /** By which share it moves from one run to the next without any cause; absent: what is usual for its unit. */
  noise?: number;
  /** What it must not exceed. */
  limit?: number;
  /** More numbers behind the figure, in its unit unless their name says otherwise. */
  details: Record<string, number>;
}

/** Measures one thing, in several runs, and yields its figures. */
export type Measure = (setting: BenchSetting) => Promise<Figure[]>;

/** What the measures work on. */
export interface BenchSetting {
  /** The packed extension, laid out as the editor installs it. */
  extension: string;
  /** The VSIX it came from. */
  vsix: string;
  /** A folder for what a measure needs; removed at the end. */
  scratch: string;
}

/** The middle of some numbers; of an even count the lower one of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
