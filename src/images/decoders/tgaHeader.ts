import { textAt, viewOf } from './raster.ts';

/** Whether bytes can be a Targa picture, which begins with no mark of its own. */
export function looksLikeTga(bytes: Uint8Array): boolean {
  if (bytes.length < 18) return false;
  if (textAt(bytes, bytes.length - 18, bytes.length - 2) === 'TRUEVISION-XFILE') return true;
  const view = viewOf(bytes);
  const [hasPalette, kind] = [view.getUint8(1), view.getUint8(2)];
  const [width, height, bits] = [view.getUint16(12, true), view.getUint16(14, true), view.getUint8(16)];
  const paletteBits = view.getUint8(7);
  const isIndexed = (kind & 7) === 1;
  return (
    [1, 2, 3, 9, 10, 11].includes(kind) &&
    hasPalette <= 1 &&
    (!isIndexed || hasPalette === 1) &&
    (hasPalette === 0 ? paletteBits <= 32 : [15, 16, 24, 32].includes(paletteBits)) &&
    width > 0 &&
    height > 0 &&
    ((kind & 7) === 2 ? [15, 16, 24, 32] : [8, 16]).includes(bits) &&
    view.getUint8(17) < 64
  );
}
