import type { Raster } from '../decoders/raster.ts';
import { inStrips } from '../inStrips.ts';
import type { Band, Channel } from '../preparedImage.ts';
import { hasAlpha } from '../transparency.ts';

/** The channels that a picture can be looked at by. */
export function channelsOf(count: Raster['channels']): Channel[] {
  const colours: Channel[] = count >= 3 ? ['colour', 'red', 'green', 'blue', 'luminance'] : ['colour'];
  return count === 2 || count === 4 ? [...colours, 'alpha'] : colours;
}

/** How samples become what is seen. */
export interface Look {
  /** A band is looked at alone, as the grey picture that it is. */
  channel: Exclude<Channel, Band>;
  /** The samples that are black and white. */
  low: number;
  high: number;
  /** The sample of alpha that is opaque. */
  opaque: number;
}

/** Pixels of 8 bits for the screen. */
export interface Shown {
  data: Uint8Array;
  channels: Raster['channels'];
}

/** Makes samples visible: the wanted channels, between black and white. What is no number is black. */
export async function toShown(
  { data, channels }: Samples,
  { channel, low, high, opaque }: Look,
): Promise<Shown> {
  const pixels = data.length / channels;
  const shown = channel === 'colour' ? blank(pixels, channels) : blank(pixels, 1);
  const tone = scaleOf(data, low, high);
  const opacity = scaleOf(data, 0, opaque);
  const alpha = hasAlpha({ channels }) ? channels - 1 : undefined;
  await inStrips(pixels, (from, to) => {
    const samples = { data: data.subarray(from * channels, to * channels), channels };
    const seen = {
      data: shown.data.subarray(from * shown.channels, to * shown.channels),
      channels: shown.channels,
    };
    if (channel === 'colour')
      for (let place = 0; place < channels; place++)
        scale(samples, place, place === alpha ? opacity : tone, seen, place);
    else if (channel === 'luminance') weigh(samples, tone, seen.data);
    else if (channel === 'alpha') scale(samples, channels - 1, opacity, seen, 0);
    else scale(samples, { red: 0, green: 1, blue: 2 }[channel], tone, seen, 0);
  });
  return shown;
}

type Samples = Pick<Raster, 'data' | 'channels'>;

function blank(pixels: number, channels: Shown['channels']): Shown {
  return { data: new Uint8Array(pixels * channels), channels };
}

/** What samples become: of whole numbers a table of them all, of others the two that are black and white. */
type Scale = Uint8Array | { low: number; high: number };

function scaleOf(data: Samples['data'], low: number, high: number): Scale {
  if (data instanceof Float32Array) return { low, high };
  const all = { length: data instanceof Uint16Array ? 65_536 : 256 };
  return Uint8Array.from(all, (_, sample) => byte((sample - low) / (high - low)));
}

/** Shows one channel, at its place of what is seen. Bare loops, since they run over every pixel. */
function scale({ data, channels }: Samples, place: number, by: Scale, seen: Shown, into: number): void {
  const target = seen.data;
  const step = seen.channels;
  if (by instanceof Uint8Array)
    for (let at = place; at < data.length; at += channels, into += step)
      target[into] = by[data[at] ?? 0] ?? 0;
  else {
    const { low, high } = by;
    for (let at = place; at < data.length; at += channels, into += step)
      target[into] = byte(((data[at] ?? 0) - low) / (high - low));
  }
}

/** Shows how bright colours are, by the weights of Rec. 709. */
function weigh(samples: Samples, tone: Scale, target: Uint8Array): void {
  const colours = blank(target.length, 3);
  for (let place = 0; place < 3; place++) scale(samples, place, tone, colours, place);
  const { data } = colours;
  for (let pixel = 0, at = 0; pixel < target.length; pixel++, at += 3)
    target[pixel] =
      0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0) + 0.5;
}

function byte(share: number): number {
  return share >= 1 ? 255 : share > 0 ? Math.round(share * 255) : 0;
}
