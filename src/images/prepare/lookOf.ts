import { loadSharp } from '../open/loadSharp.ts';
import type { PreparedImage } from '../preparedImage.ts';

/** Pixels of a look, each way. */
const side = 8;

/** How a picture looks from far away: 8 by 8 pixels, RGB. */
export type Look = Uint8Array;

/** The look of a picture that is ready to be sent. */
export async function lookOf({ dataUrl }: Pick<PreparedImage, 'dataUrl'>): Promise<Look> {
  const sharp = await loadSharp();
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return sharp(bytes).resize(side, side, { fit: 'fill' }).raw().toBuffer();
}

/** How far two looks are apart: the mean difference of their samples, 0 to 255. */
export function lookDistance(one: Look, other: Look): number {
  const sum = one.reduce((total, sample, at) => total + Math.abs(sample - (other[at] ?? 0)), 0);
  return sum / one.length;
}
