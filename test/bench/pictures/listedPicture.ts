/** What the reference reads from a file. */
export interface ReferencePicture {
  /** Pixels, orientation applied. */
  height: number;
  width: number;
  /** Mean colours of a 4 × 4 grid: rows from the top, red, green, blue of each cell. */
  rgb4x4: number[];
  /** Marks of what the reference shows otherwise than a person sees it. */
  transparent?: unknown;
  cmyk?: unknown;
  depth?: unknown;
}

/** A line of the list. */
export interface ListedPicture {
  repo: string;
  /** Path in the repository. */
  path: string;
  bytes: number;
  /** null where the reference reads nothing. */
  reference: ReferencePicture | null;
}

/** What we read from a file. */
export interface ReadPicture {
  /** In one word, told by the bytes; the ending where they tell nothing. */
  format: string;
  /** Present where it was read. */
  picture?: { height: number; width: number; rgb4x4: number[]; notes: string[] };
  /** Present where it was refused. */
  refusal?: string;
  /** Refused by another error than those we promise, or the process ended. */
  crash?: boolean;
  ms: number;
  peakMb: number;
}

/** Largest distance of a grid colour's channel from the reference's. */
export const tolerance = 24;

/** The largest difference of a channel of a grid colour. */
export function colourDifference(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? Number.NaN))));
}

/** Whether colours must agree: the reference neither lays on white, nor converts inks, nor maps deep values. */
export function coloursCount({ transparent, cmyk, depth }: ReferencePicture): boolean {
  return transparent === undefined && cmyk === undefined && depth === undefined;
}
