import type { Raster } from '../decoders/raster.ts';
import { inStrips } from '../inStrips.ts';

/** Makes YCbCr of 8 bits in full range (ITU-R BT.601, as JFIF has it) RGB, in place. */
export async function yccToRgb({
  data,
  width,
  height,
  channels,
}: Pick<Raster, 'data' | 'width' | 'height' | 'channels'>): Promise<void> {
  const rounded = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
  await inStrips(width * height, (from, to) => {
    for (let at = from * channels; at < to * channels; at += channels) {
      const y = data[at] ?? 0;
      const cb = (data[at + 1] ?? 0) - 128;
      const cr = (data[at + 2] ?? 0) - 128;
      data[at] = rounded(y + 1.402 * cr);
      data[at + 1] = rounded(y - 0.344_136 * cb - 0.714_136 * cr);
      data[at + 2] = rounded(y + 1.772 * cb);
    }
  });
}
