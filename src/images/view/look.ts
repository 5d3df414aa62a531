import type { Raster } from '../decoders/raster.ts';

/** What is shown of each pixel. */
export type Channel = 'colour' | 'red' | 'green' | 'blue' | 'luminance' | 'alpha';

/** The channels that a picture can be looked at by. */
export function channelsOf(count: Raster['channels']): Channel[] {
  const colours: Channel[] = count >= 3 ? ['colour', 'red', 'green', 'blue', 'luminance'] : ['colour'];
  return count === 2 || count === 4 ? [...colours, 'alpha'] : colours;
}

/** How samples become what is seen. */
export interface Look {
  channel: Channel;
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
export function toShown(
  { data, channels }: Pick<Raster, 'data' | 'channels'>,
  { channel, low, high, opaque }: Look,
): Shown {
  const hasAlpha = channels === 2 || channels === 4;
  const colours = hasAlpha ? channels - 1 : channels;
  const pixels = data.length / channels;
  const tone = (value: number): number => byte((value - low) / (high - low));
  if (channel === 'colour') {
    const shown = new Uint8Array(data.length);
    for (let at = 0; at < data.length; at += channels) {
      for (let k = 0; k < colours; k++) shown[at + k] = tone(data[at + k] ?? 0);
      if (hasAlpha) shown[at + colours] = byte((data[at + colours] ?? 0) / opaque);
    }
    return { data: shown, channels };
  }
  const shown = new Uint8Array(pixels);
  const place = { red: 0, green: 1, blue: 2, luminance: 0, alpha: colours }[channel];
  for (let pixel = 0, at = 0; pixel < pixels; pixel++, at += channels)
    shown[pixel] =
      channel === 'alpha'
        ? byte((data[at + place] ?? 0) / opaque)
        : channel === 'luminance'
          ? // The weights of Rec. 709.
            0.2126 * tone(data[at] ?? 0) +
            0.7152 * tone(data[at + 1] ?? 0) +
            0.0722 * tone(data[at + 2] ?? 0) +
            0.5
          : tone(data[at + place] ?? 0);
  return { data: shown, channels: 1 };
}

function byte(share: number): number {
  return share >= 1 ? 255 : share > 0 ? Math.round(share * 255) : 0;
}
