import type { Sharp, SharpOptions } from 'sharp';
import { decode } from '../open/decode.ts';
import type { Size } from '../fit.ts';
import { fitted } from './encode.ts';
import { applyMapping } from '../tone/measureMapping.ts';
import type { Damage, Head, OpenedFile } from '../open/openedFile.ts';
import { openPixels } from '../open/openPixels.ts';
import type { Band, SingleChannel, ToneMapping } from '../preparedImage.ts';
import { shownRegion } from '../view/drawRegion.ts';
import { readSamples } from '../view/samples.ts';

/** A page of a picture, ready to be brought into any size. */
export interface Rendering {
  /** The size that it has; larger it is never made. */
  own: Size;
  hasAlpha: boolean;
  /** Scales the page, orientation applied, in 8 bits, and works on it; decoding runs in the same pass where it can. */
  run: <T>(size: Size, work: (image: Sharp) => Promise<T>) => Promise<{ result: T; damage: Damage }>;
}

/** A page as it is sent by itself. */
export function asUsual(
  file: OpenedFile,
  head: Head,
  { input, own, mapping }: { input: SharpOptions; own: Size; mapping: ToneMapping | undefined },
): Rendering {
  const shown = (image: Sharp, size: Size): Sharp => {
    const sized = fitted(image, size);
    return (mapping === undefined ? sized : applyMapping(sized, head, mapping)).toColourspace('srgb');
  };
  return {
    own,
    hasAlpha: head.hasAlpha,
    run: (size, work) => decode(file, { ...input, drawn: size }, image => work(shown(image, size))),
  };
}

/**
 * A page as a person looked at it: one channel, or values of their own as black and white. It is made from the same samples
 * by the same rule as on the screen, so that nothing else is sent than was seen.
 */
export async function asSeen(
  file: OpenedFile,
  head: Head,
  {
    page,
    channel,
    mapping,
  }: { page: number; channel?: Exclude<SingleChannel, Band>; mapping: ToneMapping | undefined },
): Promise<Rendering> {
  const samples = await readSamples(file, head, page, { lenient: false });
  const { width, height, damage, white = 1 } = samples;
  const look = { channel: channel ?? 'colour', low: 0, high: white, ...mapping, opaque: white } as const;
  return {
    own: { width, height },
    hasAlpha: channel === undefined && head.hasAlpha,
    run: async (size, work) => {
      const pixels = await shownRegion(samples, { left: 0, top: 0, width, height }, size, look);
      return { result: await work(await openPixels(pixels)), damage };
    },
  };
}
