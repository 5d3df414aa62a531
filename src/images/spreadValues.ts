import type { Raster } from './decoders/raster.ts';
import { hasAlpha } from './transparency.ts';

/** Most places that are looked at in each direction. */
const places = 256;

/** Values of the colours of visible pixels, spread over a picture. */
export function spreadValues({
  data,
  width,
  height,
  channels,
}: Pick<Raster, 'data' | 'width' | 'height' | 'channels'>): number[] {
  const withAlpha = hasAlpha({ channels });
  const colours = withAlpha ? channels - 1 : channels;
  const [right, down] = [Math.ceil(width / places), Math.ceil(height / places)];
  const values: number[] = [];
  for (let y = 0; y < height; y += down)
    for (let x = 0; x < width; x += right) {
      const at = (y * width + x) * channels;
      if (withAlpha && !((data[at + colours] ?? 0) > 0)) continue;
      for (let k = 0; k < colours; k++) values.push(data[at + k] ?? 0);
    }
  return values;
}
