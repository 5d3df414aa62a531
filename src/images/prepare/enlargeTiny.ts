import { loadSharp } from '../open/loadSharp.ts';
import { encode } from './encode.ts';

/** Shortest side that an enlarged image has, in pixels: a multiple of the patches that models cut images into. */
export const smallestSide = 64;

/** Bytes of a data URL in which the size of a JPEG is looked for: as we make them it stands near the beginning. */
const longestHead = 4096;

const prefix = 'data:image/jpeg;base64,';

/** Whether a JPEG of ours is so small that some models cannot read it. False for all else. */
export function isTiny(dataUrl: string): boolean {
  if (!dataUrl.startsWith(prefix)) return false;
  const size = jpegSize(Buffer.from(dataUrl.slice(prefix.length, prefix.length + longestHead), 'base64'));
  return size !== undefined && Math.min(size.width, size.height) < smallestSide;
}

/**
 * A tiny image as it can be read by models that cut images into patches: its pixels larger, as far as it stays small, on
 * white that fills the rest.
 */
export async function enlargeTiny(dataUrl: string): Promise<string> {
  if (!isTiny(dataUrl)) return dataUrl;
  const sharp = await loadSharp();
  const bytes = Buffer.from(dataUrl.slice(prefix.length), 'base64');
  const { width, height } = await sharp(bytes).metadata();
  const times = Math.max(1, Math.floor(smallestSide / Math.max(width, height)));
  const [wide, high] = [width * times, height * times];
  const [across, down] = [Math.max(0, smallestSide - wide), Math.max(0, smallestSide - high)];
  const enlarged = sharp(bytes)
    .resize({ width: wide, height: high, fit: 'fill', kernel: 'nearest' })
    .extend({
      left: Math.floor(across / 2),
      right: Math.ceil(across / 2),
      top: Math.floor(down / 2),
      bottom: Math.ceil(down / 2),
      background: '#ffffff',
    });
  return (await encode(enlarged, {}, true)).dataUrl;
}

/** The size in the frame header of a JPEG; `undefined` where it is not among these bytes. */
function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
