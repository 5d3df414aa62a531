import type { Sharp } from 'sharp';
import type { Raster } from './decoders/raster.ts';
import { typedSamples } from './typedSamples.ts';

/** What samples are wanted as. */
export interface WantedSamples {
  /** Absent: the colour space that they are in. */
  space?: 'srgb' | 'rgb16' | 'b-w' | 'grey16' | undefined;
  depth: 'uchar' | 'ushort' | 'float';
  /** How many samples a pixel has, alpha among them. */
  channels: number;
}

/**
 * The samples of an image, all bands of them. Of grey in 8 bits sharp hands out the first band only: such an image comes as colours
 * of three bands, of which two are left out again.
 */
export async function rawSamples(
  image: Sharp,
  { space, depth, channels }: WantedSamples,
): Promise<Pick<Raster, 'data' | 'width' | 'height'> & { channels: number }> {
  const isGrey = space === 'b-w' && channels > 1;
  const { data, info } = await (space === undefined ? image : image.toColourspace(isGrey ? 'srgb' : space))
    .raw({ depth })
    .toBuffer({ resolveWithObject: true });
  const samples = typedSamples(data, depth);
  const { width, height } = info;
  if (!isGrey || info.channels < 3) return { data: samples, width, height, channels: info.channels };
  const bands = info.channels - 2;
  const grey = new Uint8Array(width * height * bands);
  for (let from = 0, into = 0; from < samples.length; from += info.channels) {
    grey[into++] = samples[from] ?? 0;
    for (let k = 3; k < info.channels; k++) grey[into++] = samples[from + k] ?? 0;
  }
  return { data: grey, width, height, channels: bands };
}
