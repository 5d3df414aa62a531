import { present } from '../../base/present.ts';
import { inStrips } from '../inStrips.ts';
import { gapGrey } from '../limits.ts';
import { valuesApart } from '../mapping.ts';
import { rasterHead, type Head, type OpenedFile } from '../open/openedFile.ts';
import { tiffPages } from '../open/tiffPages.ts';
import { isDeep, whites } from '../tone/measureMapping.ts';
import { hasAlpha } from '../transparency.ts';
import { readSamples, type Samples } from './samples.ts';
import { t } from '../../base/l10n.ts';

/** A page whose pixels without data are known. */
export interface MarkedPage {
  file: OpenedFile;
  head: Head;
  /** From 0. */
  page: number;
}

/**
 * A page with its pixels without data made "not a number", so that they neither count for the range nor are shown in it: those
 * that the file names (GDAL_NODATA), those that are not a number, and in grey images of more than 8 bits one value far beyond all
 * others. The page as it is where there are none.
 * @param values some of its values, where it has more than 8 bits.
 */
export async function markGaps(
  { file, head, page }: MarkedPage,
  values: Float64Array | undefined,
  { lenient = false }: { lenient?: boolean } = {},
): Promise<MarkedPage> {
  const same = { file, head, page };
  const nothing = nothingIn(same, values);
  const isGapped = isDeep(head) && values?.some(Number.isNaN) === true;
  if (nothing.length === 0 && !isGapped) return same;
  const samples = await readSamples(file, head, page, { lenient });
  if (samples.damage !== 'none') return same;
  const { data, empty } = await withoutValues(samples, nothing);
  if (empty === 0) return same;
  const { width, height, channels, white = whites[head.depth] } = samples;
  const { exif, xmp, icc } = head;
  const raster = {
    ...{ data, width, height, channels, hasGaps: true, embedded: { exif, xmp, icc } },
    ...present({ white }),
  };
  const marked = {
    ...file,
    raster,
    format: file.format ?? head.format,
    head,
    notes: [...file.notes, gapNote(nothing, empty / (width * height))],
  };
  return { file: marked, head: { ...rasterHead(marked), ...present({ pages: head.pages }) }, page: 0 };
}

/** The values of a page that mean "nothing". */
function nothingIn({ file, head, page }: MarkedPage, values: Float64Array | undefined): number[] {
  if (file.colours !== undefined || file.raster?.hasGaps === true) return [];
  const stated = head.format === 'tiff' ? tiffPages(file.bytes)[file.frame ?? page] : undefined;
  if (stated?.noData !== undefined) {
    if (stated.photometric === 3 || Number.isNaN(stated.noData)) return [];
    return [asDecoded(stated.noData, stated.bits, stated.photometric === 0, head)];
  }
  return isDeep(head) && head.channels <= 2 && values !== undefined ? valuesApart(values) : [];
}

/** A value as its decoder hands it out: fewer than 8 bits are spread over 8, and where 0 is white, whole numbers are turned around. */
function asDecoded(value: number, bits: number, isInverted: boolean, { depth }: Head): number {
  const spread = bits < 8 ? (value * 255) / (2 ** bits - 1) : value;
  const top = depth === 'uchar' ? 255 : depth === 'ushort' ? 65_535 : undefined;
  return isInverted && top !== undefined ? top - spread : spread;
}

/** Samples as floating point, those of pixels without data made "not a number". */
async function withoutValues(
  { data, channels }: Samples,
  nothing: readonly number[],
): Promise<{ data: Float32Array; empty: number }> {
  const colours = hasAlpha({ channels }) ? channels - 1 : channels;
  // Of floating point the file holds less than the decimal number says.
  const values = new Set(nothing.map(Math.fround));
  const marked = new Float32Array(data);
  let empty = 0;
  await inStrips(data.length / channels, (from, to) => {
    for (let at = from * channels; at < to * channels; at += channels) {
      let k = 0;
      while (k < colours && (Number.isNaN(marked[at + k]) || values.has(marked[at + k] ?? 0))) k++;
      if (k < colours) continue;
      empty++;
      marked.fill(Number.NaN, at, at + colours);
    }
  });
  return { data: marked, empty };
}

function gapNote(nothing: readonly number[], share: number): string {
  const [one, other] = nothing.map(readable);
  return t('Pixels without data ({value}; {share} of the image) are shown in grey ({grey} of 255).', {
    value:
      one === undefined
        ? t('not a number')
        : other === undefined
          ? one
          : t('{one} and {other}', { one, other }),
    share: share < 0.01 ? t('less than 1 %') : t('{share} %', { share: Math.round(share * 100) }),
    grey: gapGrey,
  });
}

function readable(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value)
    : String(Number(value.toPrecision(4)));
}
