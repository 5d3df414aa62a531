import type { Sharp } from 'sharp';
import { fit, type PixelRegion, type Size } from '../fit.ts';
import { openPixels } from '../open/openPixels.ts';
import type { RawPixels } from '../preparedImage.ts';
import { topLevel, toLevels } from './levels.ts';
import { type Look, toShown } from './look.ts';
import { rawSamples } from '../rawSamples.ts';
import type { Samples } from './samples.ts';

/**
 * Draws a part of a picture within a size, never enlarged, as a PNG data URL. Everything heavy runs in sharp's own threads.
 * @param within longest side, pixels.
 */
export async function drawRegion(
  samples: Samples,
  region: PixelRegion,
  within: number,
  look: Look,
): Promise<{ dataUrl: string; width: number; height: number }> {
  const pixels = await shownRegion(samples, region, fit(region, within), look);
  const image = await openPixels(pixels);
  const png = await image
    // It goes no farther than to the window: quick is better than small.
    .png({ compressionLevel: 2 })
    .toBuffer();
  return {
    dataUrl: `data:image/png;base64,${png.toString('base64')}`,
    width: pixels.width,
    height: pixels.height,
  };
}

/** The pixels of a part as a person sees it, scaled to a size. */
export async function shownRegion(
  samples: Samples,
  region: PixelRegion,
  size: Size,
  look: Look,
): Promise<RawPixels> {
  if (samples.data instanceof Float32Array)
    return shownPart(await openPixels(await toLevels(samples, region, look)), size, {
      ...{ depth: 'ushort', channels: samples.channels },
      look: { channel: look.channel, low: 0, high: topLevel, opaque: topLevel },
    });
  const part = (await openPixels(samples)).extract(region);
  const depth = samples.data instanceof Uint16Array ? 'ushort' : 'uchar';
  return shownPart(part, size, { depth, channels: samples.channels, look });
}

async function shownPart(
  part: Sharp,
  size: Size,
  { depth, channels, look }: { depth: 'uchar' | 'ushort'; channels: Samples['channels']; look: Look },
): Promise<RawPixels> {
  const sized = await rawSamples(part.resize({ ...size, fit: 'fill' }), {
    space: spaces[depth][channels <= 2 ? 'grey' : 'colour'],
    depth,
    channels,
  });
  const { width, height } = sized;
  const shown = await toShown({ data: sized.data, channels: sized.channels as Samples['channels'] }, look);
  return { ...shown, width, height };
}

/** What sharp takes raw samples for; on the way to any other space it would scale them. */
const spaces = {
  uchar: { grey: 'b-w', colour: 'srgb' },
  ushort: { grey: 'grey16', colour: 'rgb16' },
} as const;
