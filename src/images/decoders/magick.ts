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
import { readFile } from 'node:fs/promises';
import { Lazy } from '../../base/lazy.ts';
import { maxRasterPixels } from '../limits.ts';
import { labToSrgb } from './lab.ts';
import { srgbProfile } from './srgbProfile.ts';
import { checkRasterSize, type EmbeddedData, Undecodable, type Raster } from './raster.ts';

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
    throw new Undecodable('it is damaged', { cause });
  }
}

async function initialize(): Promise<void> {
  await initializeImageMagick(await readFile(wasmFile()));
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
    : new URL('./magick.wasm', import.meta.url);
}

function toRaster(image: IMagickImage): Raster {
  checkRasterSize(image.width, image.height);
  const embedded = embeddedIn(image);
  image.autoOrient();
  const { width, height } = image;
  const isLab = image.colorSpace === ColorSpace.Lab;
  const profile = image.getColorProfile();
  if (isLab) image.hasAlpha = false;
  else if (profile !== null) image.transformColorSpace(profile, new ColorProfile(srgbProfile));
  else if (image.colorSpace !== ColorSpace.sRGB && image.colorSpace !== ColorSpace.Gray)
    image.colorSpace = ColorSpace.sRGB;
  const mapping = image.hasAlpha ? 'RGBA' : 'RGB';
  const data = image.getPixels(pixels => pixels.toByteArray(0, 0, width, height, mapping));
  if (data === null) throw new Undecodable('its pixels cannot be had');
  if (isLab) labToSrgb(data);
  return { data, width, height, channels: image.hasAlpha ? 4 : 3, embedded };
}

/** What lies beside the pixels; copied, since ImageMagick's memory goes on to the next picture. */
function embeddedIn(image: IMagickImage): EmbeddedData {
  const copy = (name: string): Uint8Array | undefined => image.getProfile(name)?.data.slice();
  return { exif: copy('exif'), xmp: copy('xmp'), icc: copy('icc') };
}
