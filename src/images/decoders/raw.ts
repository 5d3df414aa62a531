import { formatPixels } from '../../base/localFormat.ts';
import { type Decoded, viewOf } from './raster.ts';
import { readDirectories } from './rawHeader.ts';
import { t } from '../../base/l10n.ts';

const orientationTag = 274;

/** Takes the largest JPEG preview out of a camera's raw file; without one, the sensor's data is developed. */
export async function decodeRaw(bytes: Uint8Array): Promise<Decoded> {
  const preview = largestJpeg(bytes);
  if (preview === undefined) {
    const { decodeWithMagick } = await import('./magick.ts');
    return decodeWithMagick(bytes, 'DNG');
  }
  const isTiff = ['II', 'MM'].includes(String.fromCharCode(bytes[0] ?? 0, bytes[1] ?? 0));
  const orientation = isTiff ? readDirectories(bytes)[0]?.get(orientationTag)?.[0] : undefined;
  return {
    encoded:
      preview.hasExif || orientation === undefined
        ? preview.bytes
        : withOrientation(preview.bytes, orientation),
    note: t('The preview that the camera embedded in the raw file is used, {size}.', {
      size: formatPixels(preview),
    }),
  };
}

interface Preview {
  bytes: Uint8Array;
  width: number;
  height: number;
  hasExif: boolean;
}

/** Looks through the whole file: where makers put their previews is different in each format. */
function largestJpeg(bytes: Uint8Array): Preview | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Buffer.from([0xff, 0xd8, 0xff]);
  let largest: Preview | undefined;
  for (let at = view.indexOf(start); at >= 0; at = view.indexOf(start, at + 3)) {
    const found = readJpegHead(bytes.subarray(at));
    if (found !== undefined && found.width * found.height > (largest?.width ?? 0) * (largest?.height ?? 0))
      largest = found;
  }
  return largest;
}

/** The size of a JPEG that can be shown; sensors' data is stored as a JPEG of another kind (lossless). */
function readJpegHead(bytes: Uint8Array): Preview | undefined {
  const view = viewOf(bytes);
  let hasExif = false;
  for (let at = 2; at + 9 < bytes.length && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc2)
      return view.getUint8(at + 4) === 8
        ? { bytes, width: view.getUint16(at + 7), height: view.getUint16(at + 5), hasExif }
        : undefined;
    if (marker === 0xc3 || marker === 0xda) return undefined;
    if (marker === 0xe1) hasExif = true;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** A JPEG that says its orientation, as the file around it did. */
function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000000000000000000', 'hex');
  exif[28] = orientation;
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
