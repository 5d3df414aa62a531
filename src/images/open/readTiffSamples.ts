import { formatNumber, plural } from '../../base/format.ts';
import type { Raster } from '../decoders/raster.ts';
import { readError } from '../imageErrors.ts';
import { inStrips } from '../inStrips.ts';
import { decodeTimeout } from '../limits.ts';
import { chooseMapping } from '../mapping.ts';
import { spreadValues } from '../spreadValues.ts';
import type { FileBytes } from './readFile.ts';
import { loadSharp } from './loadSharp.ts';
import type { TiffPage } from './tiffPages.ts';

/** Most bytes of samples that are held, all bands together. */
const maxBytes = 800_000_000;

/** Which samples of a pixel are colours, and which one is alpha. */
interface Bands {
  colours: 1 | 3;
  alpha: number | undefined;
}

/** Whether a page holds samples that sharp takes for alpha although the file does not say so, or values that mean "nothing". */
export function hasSpecialSamples(page: TiffPage): boolean {
  const bands = bandsOf(page);
  if (bands === undefined) return false;
  const extra = page.samples - bands.colours;
  return page.noData !== undefined || (extra > 0 && !(extra === 1 && bands.alpha !== undefined));
}

/**
 * The samples of a page as its tags say what they are: colours, and alpha only where it is called that. Pixels without data
 * become one grey.
 * @throws {ValueError} where they are more than can be held.
 */
export async function readTiffSamples(
  file: FileBytes,
  page: TiffPage,
): Promise<{ raster: Raster; notes: string[] }> {
  const bands = bandsOf(page);
  if (bands === undefined) throw new Error('Asked for samples of another kind.');
  const all = await readAll(file, page);
  const shown = await pick(all, bands);
  const notes = bandNotes(page, bands);
  if (page.noData === undefined) return { raster: shown, notes };
  return { raster: shown, notes: [...notes, ...(await fillNoData(shown, page.noData))] };
}

function bandsOf({ photometric, samples, extraSamples, sampleFormat }: TiffPage): Bands | undefined {
  const colours = photometric === 2 && samples >= 3 ? 3 : photometric === 1 ? 1 : undefined;
  if (colours === undefined || sampleFormat > 3) return undefined;
  const alpha = extraSamples.findIndex(kind => kind === 1 || kind === 2);
  return { colours, alpha: alpha < 0 || colours + alpha >= samples ? undefined : colours + alpha };
}

type Samples = Pick<Raster, 'data' | 'width' | 'height'> & { channels: number };

async function readAll({ label, bytes }: FileBytes, page: TiffPage): Promise<Samples> {
  const sharp = await loadSharp();
  const options = { failOn: 'truncated', limitInputPixels: false, limitInputChannels: false } as const;
  const { width, height, channels, depth } = await sharp(bytes, options).metadata();
  const size = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4;
  if (width * height * channels * size > maxBytes)
    throw readError(
      label,
      `its ${formatNumber(width)} × ${formatNumber(height)} pixels of ${channels} bands are more than can be held`,
      {
        code: 'imageTooLarge',
        hint: 'Scale it down, or save the bands to be shown as an image of their own.',
      },
    );
  const wanted = depth === 'uchar' || depth === 'ushort' ? depth : 'float';
  const grey = page.photometric === 1;
  // Numbers below 0 would be cut off on the way.
  const lift = depth === 'short' ? 32_768 : depth === 'char' ? 128 : 0;
  const opened = sharp(bytes, options)
    .timeout({ seconds: decodeTimeout / 1000 })
    .autoOrient();
  const lifted = lift === 0 ? opened : opened.linear(1, lift);
  const sized =
    wanted === 'uchar' || wanted === 'ushort'
      ? lifted.toColourspace(wanted === 'uchar' ? (grey ? 'b-w' : 'srgb') : grey ? 'grey16' : 'rgb16')
      : lifted;
  const { data, info } = await sized.raw({ depth: wanted }).toBuffer({ resolveWithObject: true });
  const own = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const samples =
    wanted === 'uchar'
      ? new Uint8Array(own)
      : wanted === 'ushort'
        ? new Uint16Array(own)
        : new Float32Array(own);
  if (lift > 0)
    await inStrips(samples.length, (from, to) => {
      for (let at = from; at < to; at++) samples[at] = (samples[at] ?? 0) - lift;
    });
  return { data: samples, width: info.width, height: info.height, channels: info.channels };
}

async function pick({ data, width, height, channels }: Samples, { colours, alpha }: Bands): Promise<Raster> {
  const places = [...Array(colours).keys(), ...(alpha === undefined || alpha >= channels ? [] : [alpha])];
  const picked = new (data.constructor as new (length: number) => Raster['data'])(
    width * height * places.length,
  );
  await inStrips(width * height, (from, to) => {
    for (let pixel = from, into = from * places.length; pixel < to; pixel++)
      for (const place of places) picked[into++] = data[pixel * channels + place] ?? 0;
  });
  return { data: picked, width, height, channels: places.length as Raster['channels'] };
}

function bandNotes({ samples }: TiffPage, { colours, alpha }: Bands): string[] {
  const left = samples - colours - (alpha === undefined ? 0 : 1);
  if (left === 0) return [];
  return [
    `Of its ${samples} bands ${colours === 1 ? 'the first is shown, as grey' : 'the first three are shown, as red, green and blue'}; ${plural(left, 'more band')} that the file does not call transparency ${left === 1 ? 'is' : 'are'} left out.`,
  ];
}

/** Gives pixels without data the grey in the middle of the values that the others have. */
async function fillNoData({ data, width, height, channels }: Raster, noData: number): Promise<string[]> {
  const colours = channels >= 3 ? 3 : 1;
  // Of floating point the file holds less than the decimal number says.
  const value = data instanceof Float32Array ? Math.fround(noData) : noData;
  const isEmpty = (at: number): boolean => {
    for (let k = 0; k < colours; k++) if (data[at + k] !== value) return false;
    return true;
  };
  let empty = 0;
  const valid = spreadValues({ data, width, height, channels }).filter(sample => sample !== value);
  const white = data instanceof Uint8Array ? 255 : data instanceof Uint16Array ? 65_535 : undefined;
  const range =
    data instanceof Uint8Array
      ? { low: 0, high: 255 }
      : chooseMapping(valid, 'auto', white === undefined ? {} : { white });
  const grey = range === undefined ? 0 : (range.low + range.high) / 2;
  await inStrips(width * height, (from, to) => {
    for (let pixel = from; pixel < to; pixel++) {
      const at = pixel * channels;
      if (!isEmpty(at)) continue;
      empty++;
      for (let k = 0; k < colours; k++) data[at + k] = grey;
    }
  });
  if (empty === 0) return [];
  const share = Math.max(1, Math.round((100 * empty) / (width * height)));
  return [`Pixels without data (${noData} in the file, ${share} % of them) are shown in grey.`];
}
