import {
  ColorProfile,
  ColorSpace,
  ImageMagick,
  initializeImageMagick,
  MagickError,
  MagickReadSettings,
  ResourceLimits,
  type IMagickImage,
  type MagickFormat,
} from '@imagemagick/magick-wasm';
import { unpackedFolder } from '../../base/node/unpackedFolder.ts';
import { readPacked } from '../../base/node/readPacked.ts';
import { Lazy } from '../../base/lazy.ts';
import { maxRasterPixels } from '../limits.ts';
import { profileCicp } from '../colourProfile.ts';
import { checkRasterSize, type EmbeddedData, Undecodable, type Raster } from './raster.ts';
import { t } from '../../base/l10n.ts';

/** The colours of a screen: Øyvind Kolås's small sRGB profile, which is in the public domain (CC0). */
const srgbProfile = Buffer.from(
  'AAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5keem/Vlo+AbaDI4VVRvdPqgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDD8AAAXd///zJgAAB5AAAP2S///7of///aIAAAPcAADAcVhZWiAAAAAAAABvoAAAOPIAAAOPWFlaIAAAAAAAAGKWAAC3iQAAGNpYWVogAAAAAAAAJKAAAA+FAAC2xHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb',
  'base64',
);

const magick = new Lazy(initialize);

/**
 * Decodes with ImageMagick, built as WebAssembly: no file and no network is in its reach. The format is always given, so
 * that none of its scripting formats is ever guessed. Samples come with 8 bits.
 */
export async function decodeWithMagick(bytes: Uint8Array, format: MagickFormat): Promise<Raster> {
  await magick.get();
  const settings = new MagickReadSettings({ format, frameIndex: 0, frameCount: 1 });
  try {
    return ImageMagick.read(bytes, settings, toRaster);
  } catch (cause) {
    if (cause instanceof Undecodable) throw cause;
    // Anything else is ImageMagick itself in disorder.
    if (!(cause instanceof MagickError)) throw cause;
    throw new Undecodable(t('it is damaged'), { cause });
  }
}

async function initialize(): Promise<void> {
  await initializeImageMagick(await readPacked(wasmFile(), unpackedFolder.path));
  ResourceLimits.area = BigInt(maxRasterPixels);
  ResourceLimits.memory = 900_000_000n;
  ResourceLimits.maxMemoryRequest = 900_000_000n;
  ResourceLimits.disk = 0n;
  ResourceLimits.listLength = 64n;
}

/** Beside the bundle where there is one, else in the package. */
function wasmFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))
    : new URL('./magick.wasm.br', import.meta.url);
}

function toRaster(image: IMagickImage): Raster {
  checkRasterSize(image.width, image.height);
  const embedded = embeddedIn(image);
  image.autoOrient();
  const { width, height } = image;
  const isLab = image.colorSpace === ColorSpace.Lab;
  const profile = image.getColorProfile();
  // Its CICP tag says what the samples are; they are left as such.
  const isTagged = profile !== null && profileCicp(profile.data) !== undefined;
  if (isLab) image.hasAlpha = false;
  else if (isTagged) image.colorSpace = ColorSpace.sRGB;
  else if (profile !== null) image.transformColorSpace(profile, new ColorProfile(srgbProfile));
  else if (image.colorSpace !== ColorSpace.sRGB && image.colorSpace !== ColorSpace.Gray)
    image.colorSpace = ColorSpace.sRGB;
  const mapping = image.hasAlpha ? 'RGBA' : 'RGB';
  const data = image.getPixels(pixels => pixels.toByteArray(0, 0, width, height, mapping));
  if (data === null) throw new Undecodable(t('its pixels cannot be read'));
  if (isLab) labToSrgb(data);
  return { data, width, height, channels: image.hasAlpha ? 4 : 3, embedded };
}

/** What lies beside the pixels; copied, since ImageMagick's memory goes on to the next picture. */
function embeddedIn(image: IMagickImage): EmbeddedData {
  const copy = (name: string): Uint8Array | undefined => image.getProfile(name)?.data.slice();
  return { exif: copy('exif'), xmp: copy('xmp'), icc: copy('icc') };
}

/** CIE Lab for the white of print (D50), as files keep it, to sRGB; in place, three bytes a pixel, a and b offset by 128. */
function labToSrgb(data: Uint8Array): void {
  for (let at = 0; at + 2 < data.length; at += 3) {
    const fy = (((data[at] ?? 0) * 100) / 255 + 16) / 116;
    const x = 0.9643 * uncurved(fy + ((data[at + 1] ?? 0) - 128) / 500);
    const y = uncurved(fy);
    const z = 0.8251 * uncurved(fy - ((data[at + 2] ?? 0) - 128) / 200);
    data[at] = encoded(3.1339 * x - 1.6169 * y - 0.4906 * z);
    data[at + 1] = encoded(-0.9788 * x + 1.9161 * y + 0.0335 * z);
    data[at + 2] = encoded(0.0719 * x - 0.229 * y + 1.4052 * z);
  }
}

function uncurved(f: number): number {
  return f > 6 / 29 ? f ** 3 : 3 * (6 / 29) ** 2 * (f - 4 / 29);
}

/** Light as sRGB keeps it, 0 to 255. */
function encoded(light: number): number {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}
