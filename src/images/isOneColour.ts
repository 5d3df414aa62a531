import type { Raster } from './decoders/raster.ts';
import { inStrips } from './inStrips.ts';

/** Whether all pixels are the same. */
export async function isOneColour({
  data,
  channels,
}: Pick<Raster, 'data'> & { channels: number }): Promise<boolean> {
  let same = true;
  await inStrips(data.length / channels, (from, to) => {
    for (let at = from * channels; same && at < to * channels; at++)
      if (!Object.is(data[at], data[at % channels])) same = false;
  });
  return same;
}
