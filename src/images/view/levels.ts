import { inStrips } from '../inStrips.ts';
import { gapGrey } from '../limits.ts';
import { hasAlpha } from '../transparency.ts';
import type { PixelRegion } from '../fit.ts';
import type { Look } from './look.ts';
import type { Samples } from './samples.ts';

/** The level that is white, and opaque. */
export const topLevel = 65_535;

/** The level of what is not a number: grey, 128 of 255 whatever is black and white. */
const gapLevel = Math.round((gapGrey / 255) * topLevel);

/**
 * A part of floating-point samples in 65,536 levels from black to white, since sharp cuts raw floating point to whole numbers.
 * What is no number is grey, and so does not spread over its neighbours when the part is scaled.
 */
export async function toLevels(
  { data, width, channels }: Pick<Samples, 'data' | 'width' | 'channels'>,
  region: PixelRegion,
  { low, high, opaque }: Pick<Look, 'low' | 'high' | 'opaque'>,
): Promise<{ data: Uint16Array; width: number; height: number; channels: Samples['channels'] }> {
  const levels = new Uint16Array(region.width * region.height * channels);
  const alpha = hasAlpha({ channels }) ? channels - 1 : -1;
  await inStrips(region.width * region.height, (from, to) => {
    for (let pixel = from, into = from * channels; pixel < to; pixel++) {
      const [x, y] = [pixel % region.width, Math.floor(pixel / region.width)];
      const at = ((region.top + y) * width + region.left + x) * channels;
      for (let k = 0; k < channels; k++, into++) {
        const sample = data[at + k] ?? 0;
        levels[into] = level(k === alpha ? sample / opaque : (sample - low) / (high - low));
      }
    }
  });
  return { data: levels, width: region.width, height: region.height, channels };
}

function level(share: number): number {
  if (Number.isNaN(share)) return gapLevel;
  return share >= 1 ? topLevel : share > 0 ? Math.round(share * topLevel) : 0;
}
