import { viewOf } from './raster.ts';

/** Whether bytes can be a GD picture: its mark is short, so its size has to fit too. */
export function looksLikeGd(bytes: Uint8Array): boolean {
  if (bytes.length < 12 || bytes[0] !== 0xff || (bytes[1] !== 0xff && bytes[1] !== 0xfe)) return false;
  const view = viewOf(bytes);
  const pixels = view.getUint16(2) * view.getUint16(4);
  return bytes.length === (bytes[1] === 0xfe ? 11 + pixels * 4 : 13 + 1024 + pixels);
}
