import { fit, type Size } from '../encode.ts';
import { openPixels } from '../openPixels.ts';
import type { RawPixels } from '../preparedImage.ts';
import { type Look, toShown } from './look.ts';
import { type Samples, typedSamples } from './samples.ts';

/** A part of the samples. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Draws a part of a picture within a size, never enlarged, as a PNG data URL. Everything heavy runs in sharp's own threads.
 * @param within longest side, pixels.
 */
export async function drawRegion(
  samples: Samples,
  region: Region,
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
  region: Region,
  size: Size,
  look: Look,
): Promise<RawPixels> {
  const { data, channels } = samples;
  const deep = data instanceof Uint16Array ? 'ushort' : data instanceof Float32Array ? 'float' : 'uchar';
  const fitting = (await openPixels(samples)).extract(region).resize({ ...size, fit: 'fill' });
  const spaced = deep === 'ushort' ? fitting.toColourspace(channels <= 2 ? 'grey16' : 'rgb16') : fitting;
  const own = channels <= 2 && deep !== 'ushort' ? spaced.toColourspace('b-w') : spaced;
  const raw = await own.raw({ depth: deep }).toBuffer({ resolveWithObject: true });
  const { info } = raw;
  return {
    ...(await toShown({ data: typedSamples(raw.data, deep), channels: info.channels }, look)),
    width: info.width,
    height: info.height,
  };
}
