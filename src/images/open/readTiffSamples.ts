import { formatPixels } from '../../base/localFormat.ts';
import type { Raster } from '../decoders/raster.ts';
import { readError } from '../imageErrors.ts';
import { inStrips } from '../inStrips.ts';
import { decodeTimeout } from '../limits.ts';
import type { Bands } from './openedFile.ts';
import type { FileBytes } from './readFile.ts';
import { loadSharp } from './loadSharp.ts';
import { rawSamples } from '../rawSamples.ts';
import { canReadBlocks, readTiffBlocks, type TiffSamples } from './tiffBlocks.ts';
import type { TiffPage } from './tiffPages.ts';
import { counted, t } from '../../base/l10n.ts';

/** Most bytes of samples that are held, all bands together. */
const maxBytes = 800_000_000;

/** Which samples of a pixel are colours, and which one is alpha, from 0. */
interface Places {
  colours: 1 | 3;
  alpha: number | undefined;
  /** Whether colours are stored multiplied with alpha. */
  isAssociated: boolean;
}

/**
 * Whether a page holds samples that sharp takes for alpha although the file does not say so, or that it does not read as they are:
 * floating point of 64 bits, colours in floating point, and grey images whose bands lie apart.
 */
export function hasSpecialSamples(page: TiffPage): boolean {
  const places = placesOf(page);
  if (places === undefined) return false;
  const extra = page.samples - places.colours;
  const { isPlanar, sampleFormat, bits } = page;
  const isFloat = sampleFormat === 3;
  if (canReadBlocks(page) && isFloat && (bits === 64 || places.colours === 3)) return true;
  if (isPlanar && extra > 0 && places.colours === 1) return true;
  return extra > 0 && !(extra === 1 && places.alpha !== undefined);
}

/**
 * The samples of a page as its tags say what they are: colours, and alpha only where it is called that; or one band, as grey.
 * @param frame the page's number, from 0.
 * @param band from 1.
 * @throws {ValueError} where they are more than can be held, or where there is no such band.
 */
export async function readTiffSamples(
  file: FileBytes,
  page: TiffPage,
  { frame, band }: { frame: number; band: number | undefined },
): Promise<{ raster: Raster; bands: Bands; notes: string[] }> {
  const places = placesOf(page);
  if (places === undefined) throw new Error('Asked for samples of another kind.');
  const count = page.samples;
  if (band !== undefined && !(band >= 1 && band <= count))
    throw readError(file.label, t('there is no band {band} among its {count}', { band, count }));
  const all = canReadBlocks(page) ? await readHere(file, page) : await readAll(file, page, frame);
  const { colours, alpha, isAssociated } = places;
  const others = Array.from({ length: count }, (_, at) => at + 1).filter(
    number => number > colours && number - 1 !== alpha,
  );
  if (band !== undefined)
    return {
      raster: await pick(all, { colours: [band - 1], alpha: undefined }),
      bands: { count, colours, others, alone: band },
      notes: [],
    };
  const raster = await pick(all, { colours: [...Array(colours).keys()], alpha });
  if (isAssociated && raster.channels > colours) await divideByAlpha(raster, page);
  return {
    raster,
    bands: { count, colours, others },
    notes: bandNotes({ count, colours, others }),
  };
}

function placesOf({ photometric, samples, extraSamples, sampleFormat }: TiffPage): Places | undefined {
  const colours =
    photometric === 2 && samples >= 3 ? 3 : photometric === 0 || photometric === 1 ? 1 : undefined;
  if (colours === undefined || sampleFormat > 3) return undefined;
  const alpha = extraSamples.findIndex(kind => kind === 1 || kind === 2);
  return {
    colours,
    alpha: alpha < 0 || colours + alpha >= samples ? undefined : colours + alpha,
    isAssociated: extraSamples[alpha] === 1,
  };
}

/** Samples in a coding that is read here, without sharp. */
async function readHere(file: FileBytes, page: TiffPage): Promise<TiffSamples> {
  const { width, height, samples, bits } = page;
  checkHeld(file, { width, height, channels: samples, size: bits <= 16 ? bits / 8 : 4 });
  try {
    return await readTiffBlocks(file.bytes, page);
  } catch (cause) {
    throw readError(file.label, t('it is a TIFF image that is damaged'), {
      cause,
      hint: t('Get the file again from where it came.'),
    });
  }
}

function checkHeld(
  { label }: FileBytes,
  { width, height, channels, size }: { width: number; height: number; channels: number; size: number },
): void {
  if (width * height * channels * size > maxBytes)
    throw readError(
      label,
      t('its {size} of {channels} bands are more than can be held', {
        size: formatPixels({ width, height }),
        channels: String(channels),
      }),
      {
        code: 'imageTooLarge',
        hint: t('Scale it down, or save the bands to be shown as an image of their own.'),
      },
    );
}

async function readAll(file: FileBytes, page: TiffPage, frame: number): Promise<TiffSamples> {
  const { bytes } = file;
  const sharp = await loadSharp();
  const unlimited = { limitInputPixels: false, limitInputChannels: false };
  const options = { ...unlimited, failOn: 'truncated', page: frame } as const;
  const { width, height, channels, depth } = await sharp(bytes, options).metadata();
  const size = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4;
  checkHeld(file, { width, height, channels, size });
  const wanted = depth === 'uchar' || depth === 'ushort' ? depth : 'float';
  const grey = page.photometric !== 2;
  // Numbers below 0 would be cut off on the way.
  const lift = depth === 'short' ? 32_768 : depth === 'char' ? 128 : 0;
  const opened = sharp(bytes, options)
    .timeout({ seconds: decodeTimeout / 1000 })
    .autoOrient();
  const lifted = lift === 0 ? opened : opened.linear(1, lift);
  const spaces = {
    uchar: grey ? 'b-w' : 'srgb',
    ushort: grey ? 'grey16' : 'rgb16',
    float: undefined,
  } as const;
  const space = spaces[wanted];
  const read = await rawSamples(lifted, { space, depth: wanted, channels });
  const samples = read.data;
  if (lift > 0)
    await inStrips(samples.length, (from, to) => {
      for (let at = from; at < to; at++) samples[at] = (samples[at] ?? 0) - lift;
    });
  return read;
}

async function pick(
  { data, width, height, channels }: TiffSamples,
  { colours, alpha }: { colours: readonly number[]; alpha: number | undefined },
): Promise<Raster> {
  const places = [...colours, ...(alpha === undefined || alpha >= channels ? [] : [alpha])];
  const picked = new (data.constructor as new (length: number) => Raster['data'])(
    width * height * places.length,
  );
  await inStrips(width * height, (from, to) => {
    for (let pixel = from, into = from * places.length; pixel < to; pixel++)
      for (const place of places) picked[into++] = data[pixel * channels + place] ?? 0;
  });
  return { data: picked, width, height, channels: places.length as Raster['channels'] };
}

/** Makes colours that are stored multiplied with alpha, the last sample of a pixel, what they were before; in place. */
async function divideByAlpha(
  { data, width, height, channels }: Raster,
  { bits, sampleFormat }: TiffPage,
): Promise<void> {
  const top = sampleFormat === 3 ? 1 : 2 ** (sampleFormat === 2 ? bits - 1 : bits) - 1;
  const isFloat = sampleFormat === 3;
  const divided = (value: number, alpha: number): number =>
    isFloat ? value / alpha : Math.min(top, Math.round((value * top) / alpha));
  await inStrips(width * height, (from, to) => {
    for (let at = from * channels; at < to * channels; at += channels) {
      const alpha = data[at + channels - 1] ?? 0;
      if (alpha <= 0 || alpha >= top) continue;
      for (let k = at; k < at + channels - 1; k++) data[k] = divided(data[k] ?? 0, alpha);
    }
  });
}

function bandNotes({ count, colours, others }: Bands): string[] {
  const left = others.length;
  if (left === 0) return [];
  return [
    colours === 1
      ? counted(
          left,
          'Of its {bands} bands the first is shown, as grey; {count} more band that the file does not call transparency is left out.',
          'Of its {bands} bands the first is shown, as grey; {count} more bands that the file does not call transparency are left out.',
          { bands: count },
        )
      : counted(
          left,
          'Of its {bands} bands the first three are shown, as red, green and blue; {count} more band that the file does not call transparency is left out.',
          'Of its {bands} bands the first three are shown, as red, green and blue; {count} more bands that the file does not call transparency are left out.',
          { bands: count },
        ),
  ];
}
