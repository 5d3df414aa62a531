import type { PixelRegion } from '../fit.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { hasAlpha } from '../transparency.ts';
import type { Samples } from './samples.ts';

/** The values of a channel in a part of a picture. */
export interface ChannelValues {
  min: number;
  max: number;
  mean: number;
}

/** Samples after which others have their turn. */
const together = 1 << 22;

/** The values of each channel by its name, in a part that lies in the picture. What is no number is left out. */
export async function channelValues(
  { data, width, channels }: Pick<Samples, 'data' | 'width' | 'channels'>,
  region: PixelRegion,
): Promise<Record<string, ChannelValues | null>> {
  const sums = Array.from({ length: channels }, () => ({ min: Infinity, max: -Infinity, sum: 0, count: 0 }));
  let done = 0;
  for (let y = region.top; y < region.top + region.height; y++) {
    const start = (y * width + region.left) * channels;
    for (const [channel, counted] of sums.entries())
      for (let at = start + channel; at < start + region.width * channels; at += channels) {
        const value = data[at] ?? NaN;
        if (!Number.isFinite(value)) continue;
        if (value < counted.min) counted.min = value;
        if (value > counted.max) counted.max = value;
        counted.sum += value;
        counted.count += 1;
      }
    done += region.width * channels;
    if (done < together) continue;
    done = 0;
    await turn();
  }
  const names = namesOf(channels);
  return Object.fromEntries(
    sums.map(({ min, max, sum, count }, channel) => [
      names[channel] ?? `channel ${channel + 1}`,
      count === 0 ? null : { min: rounded(min), max: rounded(max), mean: rounded(sum / count) },
    ]),
  );
}

function namesOf(channels: Samples['channels']): string[] {
  const alpha = hasAlpha({ channels }) ? ['alpha'] : [];
  return channels <= 2 ? ['grey', ...alpha] : ['red', 'green', 'blue', ...alpha];
}

/** Five digits say what a mean is good for. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(5));
}
