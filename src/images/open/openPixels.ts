import type { Sharp } from 'sharp';
import { loadSharp } from './loadSharp.ts';
import type { RawPixels } from '../preparedImage.ts';

/** Pixels, or samples of more than 8 bits, as sharp takes them. */
export async function openPixels({
  data,
  width,
  height,
  channels,
}: Omit<RawPixels, 'data'> & { data: RawPixels['data'] | Uint16Array | Float32Array }): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}
