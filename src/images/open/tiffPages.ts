import { textAt, viewOf } from '../decoders/raster.ts';

/** What a page of a TIFF file says of itself, as far as it changes how the page is read. */
export interface TiffPage {
  width: number;
  height: number;
  /** Samples a pixel. */
  samples: number;
  /** Bits of a sample. */
  bits: number;
  /** 1 whole numbers, 2 with sign, 3 floating point, 5 and 6 complex. */
  sampleFormat: number;
  compression: number;
  /** 0 and 1 grey, 2 RGB, 3 palette, 5 CMYK, 6 YCbCr, 8 Lab. */
  photometric: number | undefined;
  /** What each sample beyond the colours is: 0 not said, 1 and 2 alpha. */
  extraSamples: readonly number[];
  /** Whether it is another page in less detail, or a mask. */
  isReduced: boolean;
  /** Where the tags of pages lie that belong to it (SubIFDs). */
  inside: readonly number[];
  /** The value that stands where there is none (GDAL_NODATA); may be infinite or not a number. */
  noData?: number;
  /** Whether numbers are little-endian. */
  isLittle: boolean;
  /** Whether each band lies in strips or tiles of its own. */
  isPlanar: boolean;
  /** Whether it is to be turned or mirrored. */
  isTurned: boolean;
  hasProfile: boolean;
  /** How samples are made smaller before they are coded: 1 not at all, 2 and 3 as differences. */
  predictor: number;
  isTiled: boolean;
  /** Size of a strip or tile. */
  block: { width: number; height: number };
  /** Where the strips or tiles lie; read when they are asked for. */
  blocks: () => { at: number; bytes: number }[];
}

/** Most pages whose tags are read. */
const maxPages = 10_000;

/** Most values of one tag that are read. */
const maxValues = 64;

const typeSizes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  13: 4,
  16: 8,
  18: 8,
};

/** The pages of a TIFF or BigTIFF file, as its tags say; none where it is no such file. A damaged file ends early. */
export function tiffPages(bytes: Uint8Array): TiffPage[] {
  const file = toFile(bytes);
  if (file === undefined) return [];
  const pages: TiffPage[] = [];
  const seen = new Set<number>();
  try {
    let at = wordAt(file, file.big ? 8 : 4);
    while (at > 0 && !seen.has(at) && pages.length < maxPages) {
      seen.add(at);
      const { tags, next } = readTags(file, at);
      pages.push(toPage(tags, file.little));
      at = next;
    }
  } catch {
    // The file ends here.
  }
  return pages;
}

/** The first page that is no preview or mask of another, from 0. */
export function firstInFull(pages: readonly TiffPage[]): number {
  return Math.max(
    0,
    pages.findIndex(({ isReduced }) => !isReduced),
  );
}

/**
 * A file whose pages are all previews or masks, and that keeps the image itself inside one of them (SubIFDs), as a copy that
 * begins with the image; every other file as it is.
 */
export function withMainPage(bytes: Uint8Array): Uint8Array {
  const pages = tiffPages(bytes);
  if (pages.some(({ isReduced }) => !isReduced)) return bytes;
  const file = toFile(bytes);
  const main = pages
    .flatMap(({ inside }) => inside)
    .slice(0, maxInside)
    .find(at => file !== undefined && isMain(file, at));
  if (file === undefined || main === undefined) return bytes;
  const copy = Uint8Array.from(bytes);
  if (file.big) viewOf(copy).setBigUint64(8, BigInt(main), file.little);
  else viewOf(copy).setUint32(4, main, file.little);
  return copy;
}

function isMain(file: TiffFile, at: number): boolean {
  try {
    const { isReduced, width, height } = toPage(readTags(file, at).tags, file.little);
    return !isReduced && width > 0 && height > 0;
  } catch {
    // It lies outside of the file.
    return false;
  }
}

/** Most pages inside others that are looked at. */
const maxInside = 100;

interface TiffFile {
  view: DataView;
  bytes: Uint8Array;
  little: boolean;
  big: boolean;
}

interface Tag {
  count: number;
  numbers: number[];
  text: string;
  /** All of its numbers, as far as they are in the file. */
  all: () => number[];
}

/** Most strips or tiles of a page. */
const maxBlocks = 1_000_000;

function toFile(bytes: Uint8Array): TiffFile | undefined {
  const order = textAt(bytes, 0, 2);
  if ((order !== 'II' && order !== 'MM') || bytes.length < 16) return undefined;
  const little = order === 'II';
  const view = viewOf(bytes);
  const version = view.getUint16(2, little);
  return version === 42 || version === 43 ? { view, bytes, little, big: version === 43 } : undefined;
}

function wordAt({ view, little, big }: TiffFile, at: number): number {
  return big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
}

function readTags(file: TiffFile, at: number): { tags: ReadonlyMap<number, Tag>; next: number } {
  const { view, little, big, bytes } = file;
  const count = big ? Number(view.getBigUint64(at, little)) : view.getUint16(at, little);
  const [start, entry, word] = big ? [at + 8, 20, 8] : [at + 2, 12, 4];
  const tags = new Map<number, Tag>();
  for (let index = 0; index < Math.min(count, 500); index++) {
    const place = start + index * entry;
    const type = view.getUint16(place + 2, little);
    const values = wordAt(file, place + 4);
    const size = typeSizes[type];
    if (size === undefined) continue;
    const inside = place + 4 + word;
    const data = size * values <= word ? inside : wordAt(file, inside);
    if (data + size * Math.min(values, maxValues) > bytes.length) continue;
    tags.set(view.getUint16(place, little), {
      count: values,
      numbers: Array.from({ length: Math.min(values, maxValues) }, (_, k) =>
        numberAt(file, type, data + k * size),
      ),
      text: type === 2 ? textAt(bytes, data, data + Math.min(values, maxValues)) : '',
      all: () => {
        const there = Math.min(values, maxBlocks, Math.floor((bytes.length - data) / size));
        return Array.from({ length: there }, (_, k) => numberAt(file, type, data + k * size));
      },
    });
  }
  return { tags, next: wordAt(file, start + count * entry) };
}

function numberAt({ view, little }: TiffFile, type: number, at: number): number {
  if (type === 3) return view.getUint16(at, little);
  if (type === 8) return view.getInt16(at, little);
  if (type === 4 || type === 13) return view.getUint32(at, little);
  if (type === 9) return view.getInt32(at, little);
  if (type === 16 || type === 18) return Number(view.getBigUint64(at, little));
  return view.getUint8(at);
}

function toPage(tags: ReadonlyMap<number, Tag>, isLittle: boolean): TiffPage {
  const first = (tag: number): number | undefined => tags.get(tag)?.numbers[0];
  const offsets = tags.get(273) ?? tags.get(324);
  const lengths = tags.get(279) ?? tags.get(325);
  const [width, height] = [first(256) ?? 0, first(257) ?? 0];
  const tile = first(322) === undefined ? undefined : { width: first(322) ?? 0, height: first(323) ?? 0 };
  const noData = noDataIn(tags.get(42_113)?.text);
  return {
    width,
    height,
    samples: first(277) ?? 1,
    bits: first(258) ?? 1,
    sampleFormat: first(339) ?? 1,
    compression: first(259) ?? 1,
    photometric: first(262),
    extraSamples: tags.get(338)?.numbers ?? [],
    inside: tags.get(330)?.numbers ?? [],
    isReduced: ((first(254) ?? 0) & 5) !== 0 || (first(255) ?? 0) === 2,
    ...(noData === undefined ? {} : { noData }),
    isLittle,
    isPlanar: first(284) === 2,
    isTurned: (first(274) ?? 1) !== 1,
    hasProfile: tags.has(34_675),
    predictor: first(317) ?? 1,
    isTiled: tile !== undefined,
    block: tile ?? { width, height: Math.min(height, first(278) ?? height) },
    blocks: () => {
      const bytes = lengths?.all() ?? [];
      return (offsets?.all() ?? []).map((at, index) => ({ at, bytes: bytes[index] ?? 0 }));
    },
  };
}

/** The number in GDAL_NODATA: the first of several; undefined where it is none. */
function noDataIn(text: string | undefined): number | undefined {
  const [word = ''] = (text ?? '').split('\0', 1)[0]?.trim().toLowerCase().split(' ', 1) ?? [];
  const unsigned = word.replace(/^[+-]/, '');
  if (unsigned === 'nan') return Number.NaN;
  if (unsigned === 'inf' || unsigned === 'infinity')
    return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const value = Number(word);
  return word !== '' && Number.isFinite(value) ? value : undefined;
}
