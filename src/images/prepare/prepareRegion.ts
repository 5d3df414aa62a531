import { formatPixels } from '../../base/localFormat.ts';
import { fit, type PixelRegion, type Size } from '../fit.ts';
import { readError } from '../imageErrors.ts';
import { defaultQuality } from '../limits.ts';
import { mappingNote } from '../mapping.ts';
import { isBand } from '../bands.ts';
import type { FileBytes } from '../open/readFile.ts';
import { openPixels } from '../open/openPixels.ts';
import type { ImageOptions, PreparedImage } from '../preparedImage.ts';
import { transparentShareOf } from '../transparency.ts';
import { shownRegion } from '../view/drawRegion.ts';
import { openPage, openPicture, pageAsSent, type OpenPage } from '../view/openPicture.ts';
import { encode, isSmall } from './encode.ts';
import { t } from '../../base/l10n.ts';

/**
 * Makes a part of a picture ready to be sent: exactly those pixels of the upright original, as a JPEG; what is known of the
 * original is then about the part.
 * @throws {ValueError} where the region does not lie in the picture, or it cannot be read.
 */
export async function prepareRegion(
  { label, bytes }: FileBytes,
  region: PixelRegion,
  options: ImageOptions,
): Promise<PreparedImage> {
  const page = await openShownPage({ label, bytes }, options.page);
  const { facts, samples } = page;
  assertWithin(label, region, facts);
  const mapping =
    typeof options.mapping === 'object' ? options.mapping : await page.mapping(options.mapping ?? 'auto');
  const { channel } = options;
  const part = inSamples(region, facts, samples);
  const pixels = await shownRegion(samples, part, fit(region, options.maxSide), {
    channel: channel === undefined || isBand(channel) ? 'colour' : channel,
    ...{ low: mapping.low, high: mapping.high, opaque: samples.white ?? 1 },
  });
  const isDeep = samples.white !== 255;
  return {
    ...(await encode(await openPixels(pixels), options, isSmall(pixels))),
    original: {
      format: facts.format,
      width: region.width,
      height: region.height,
      byteLength: bytes.byteLength,
      transparentShare: await transparentShareOf(pixels),
      pages: 1,
      carried: facts.carried,
    },
    quality: options.quality ?? defaultQuality,
    ...(isDeep ? { mapping } : {}),
    notes: [...page.notes, ...(isDeep ? [mappingNote(mapping)] : [])],
  };
}

async function openShownPage({ label, bytes }: FileBytes, wanted: number | undefined): Promise<OpenPage> {
  const { picture, page } = await openPicture(bytes, label);
  const number = wanted === undefined ? await pageAsSent(picture) : wanted - 1;
  return number === 0 ? page : openPage(picture, number);
}

/** Refuses a region that does not lie in a picture. @throws {ValueError} that says how large the picture is. */
export function assertWithin(label: string, { left, top, width, height }: PixelRegion, size: Size): void {
  const numbers = [left, top, width, height];
  if (
    numbers.every(Number.isInteger) &&
    Math.min(left, top) >= 0 &&
    Math.min(width, height) >= 1 &&
    left + width <= size.width &&
    top + height <= size.height
  )
    return;
  throw readError(label, t('the region is not within its {size}', { size: formatPixels(size) }), {
    hint: 'Give whole numbers [x1, y1, x2, y2] from its left top corner, x1 < x2 and y1 < y2.',
  });
}

/** The same part where a picture is held in another size: a drawing, or one that is too large. */
export function inSamples({ left, top, width, height }: PixelRegion, own: Size, held: Size): PixelRegion {
  const [x, y] = [held.width / own.width, held.height / own.height];
  const [from, to] = [
    [Math.floor(left * x), Math.floor(top * y)],
    [Math.ceil((left + width) * x), Math.ceil((top + height) * y)],
  ] as const;
  return {
    left: from[0],
    top: from[1],
    width: Math.min(held.width, to[0]) - from[0],
    height: Math.min(held.height, to[1]) - from[1],
  };
}
