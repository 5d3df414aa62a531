import { blank, type Raster, viewOf } from '../raster.ts';

/** Decodes a GD picture (the first, uncompressed format of the GD library). */
export function decodeGd(bytes: Uint8Array): Raster {
  const view = viewOf(bytes);
  const isTrue = view.getUint16(0) === 0xfffe;
  const raster = blank(view.getUint16(2), view.getUint16(4), 4);
  const pixelsAt = isTrue ? 11 : 13 + 1024;
  for (let pixel = 0; pixel < raster.width * raster.height; pixel++) {
    // True colours have their alpha in front, palettes behind; 0 is opaque, 127 is not there.
    const at = isTrue ? pixelsAt + pixel * 4 + 1 : 13 + view.getUint8(pixelsAt + pixel) * 4;
    const alpha = view.getUint8(isTrue ? at - 1 : at + 3);
    raster.data.set([view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2)], pixel * 4);
    raster.data[pixel * 4 + 3] = Math.round(((127 - Math.min(127, alpha)) * 255) / 127);
  }
  return raster;
}
