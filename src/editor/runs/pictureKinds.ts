import type { RunRow } from '../../runs/runRow.ts';

/** Endings that are another spelling of a kind. */
const spellings: Readonly<Record<string, string>> = {
  jpg: 'JPEG',
  jpeg: 'JPEG',
  jfif: 'JPEG',
  tif: 'TIFF',
  webp: 'WebP',
  j2k: 'JPEG 2000',
  jp2: 'JPEG 2000',
  jpf: 'JPEG 2000',
  jpx: 'JPEG 2000',
  jxl: 'JPEG XL',
  // It may hold AVIF as well: what the name alone tells is the container.
  hif: 'HEIF',
  heifs: 'HEIF',
  svgz: 'SVG',
};

/** How many files there are of each kind, as their names tell it, the most frequent first. */
export function pictureKinds(names: Iterable<string>): [kind: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const ending = /\.([^./]+)$/.exec(name)?.[1] ?? '';
    const kind = spellings[ending.toLowerCase()] ?? ending.toUpperCase();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
}

const known = new WeakMap<readonly RunRow[], [kind: string, count: number][]>();

/** The kinds of a run's pictures: its rows never change their names. */
export function kindsOfRows(rows: readonly RunRow[]): [kind: string, count: number][] {
  const kinds = known.get(rows) ?? pictureKinds(rows.map(({ picture }) => picture.name));
  known.set(rows, kinds);
  return kinds;
}
