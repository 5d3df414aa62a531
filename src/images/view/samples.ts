import type { Raster } from '../decoders/raster.ts';
import { decode } from '../open/decode.ts';
import { enlarged } from '../open/drawing/drawableSize.ts';
import { fit } from '../fit.ts';
import { inStrips } from '../inStrips.ts';
import { isDeep } from '../tone/measureMapping.ts';
import type { Damage, Head, OpenedFile } from '../open/openedFile.ts';
import { rawSamples } from '../rawSamples.ts';

/** Most bytes of samples that are held for one picture: 80 megapixels of RGB, 125 of 16-bit grey. */
const maxSampleBytes = 250_000_000;

/** Long side that a drawing is drawn with, which has no pixels of its own. */
const drawingSide = 2048;

/** A picture's samples in their own depth, upright: what it is drawn from and what its pixel values are. */
export interface Samples extends Pick<Raster, 'data' | 'width' | 'height' | 'channels'> {
  /** The sample that is white; absent for floating point. */
  white?: number;
  /** How many pixels of the picture one sample stands for in each direction; above 1 only for the largest pictures. */
  step: number;
  damage: Damage;
}

/**
 * Decodes a page, from 0, as far as the file is whole (or, not `lenient`, as far as it would be sent). What is no RGB or grey (CMYK, Lab) or has a colour profile comes as sRGB.
 * @throws {ValueError} where nothing of it can be read.
 */
export async function readSamples(
  file: OpenedFile,
  head: Head,
  page: number,
  { lenient = true }: { lenient?: boolean } = {},
): Promise<Samples> {
  if (file.raster !== undefined) {
    const { data, width, height, channels } = file.raster;
    return { data, width, height, channels, ...whiteOf(data, file.raster.white), step: 1, damage: 'none' };
  }
  const step = stepOf(head);
  const space = sampleSpace(head);
  // Numbers below 0 would be cut off on the way.
  const lift = head.depth === 'short' ? 32_768 : 0;
  const depth = !isDeep(head) ? 'uchar' : head.depth === 'ushort' ? 'ushort' : 'float';
  const { result, damage } = await decode(
    file,
    { page, drawn: drawnSize(head) },
    image => {
      const upright = image.autoOrient();
      const sized =
        step > 1 ? upright.resize({ ...reduced(head, step), fit: 'fill', kernel: 'nearest' }) : upright;
      const lifted = lift === 0 ? sized : sized.linear(1, lift);
      return rawSamples(lifted, { space, depth, channels: head.channels });
    },
    { lenient },
  );
  const { data, width, height, channels } = result;
  if (lift > 0)
    await inStrips(data.length, (from, to) => {
      for (let at = from; at < to; at++) data[at] = (data[at] ?? 0) - lift;
    });
  return {
    data,
    width,
    height,
    channels: channels as Samples['channels'],
    ...whiteOf(data),
    step,
    damage,
  };
}

/** The size that a drawing is drawn in; of every other picture its own. */
export function drawnSize(head: Head): { width: number; height: number } {
  return head.format === 'svg' ? enlarged(head.autoOrient, drawingSide) : head.autoOrient;
}

function stepOf(head: Head): number {
  const { width, height } = drawnSize(head);
  const bytes = width * height * head.channels * (!isDeep(head) ? 1 : head.depth === 'ushort' ? 2 : 4);
  return Math.max(1, Math.ceil(Math.sqrt(bytes / maxSampleBytes)));
}

function reduced(head: Head, step: number): { width: number; height: number } {
  const { width, height } = head.autoOrient;
  return fit(head.autoOrient, Math.floor(Math.max(width, height) / step));
}

/** The colour space of the samples; undefined where they are taken as they come. */
function sampleSpace(head: Head): 'grey16' | 'rgb16' | 'b-w' | 'srgb' | undefined {
  if (head.space === 'b-w' && head.channels <= 2) return 'b-w';
  if (!isDeep(head)) return 'srgb';
  return head.space === 'grey16' || head.space === 'rgb16' ? head.space : undefined;
}

function whiteOf(data: Samples['data'], stated?: number): { white?: number } {
  if (stated !== undefined) return { white: stated };
  if (data instanceof Float32Array) return {};
  return { white: data instanceof Uint16Array ? 65_535 : 255 };
}
