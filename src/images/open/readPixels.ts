import { formatNumber } from '../../base/format.ts';
import type { Sharp } from 'sharp';
import { readError } from '../imageErrors.ts';
import { maxPixels } from '../limits.ts';
import type { RawPixels } from '../preparedImage.ts';

/** Decoded pixels. `label` names them in errors. */
export interface LabelledPixels {
  label: string;
  pixels: RawPixels;
}

/** Runs a sharp instance, orientation applied. */
export async function fromSharp(image: Sharp, name: string | undefined): Promise<LabelledPixels> {
  const label = name ?? '(a sharp instance)';
  // A clone leaves the caller's instance as it was; of one whose stream has already ended a clone would wait for ever.
  const own = image.writableFinished ? image : image.clone();
  try {
    const { data, info } = await own
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      label,
      pixels: {
        data,
        width: info.width,
        height: info.height,
        channels: info.channels,
      },
    };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause);
    throw readError(label, `sharp says "${reason}"`, { cause });
  }
}

/** Checks raw pixels, or says why a value is no image source at all. */
export function fromPixels(source: unknown, name: string | undefined): LabelledPixels {
  if (!isPixels(source))
    throw readError(name ?? `of type ${typeName(source)}`, 'it is not a supported image source');
  const { data, width, height, channels } = source;
  const label = name ?? `(raw pixels, ${width} × ${height} × ${channels})`;
  const wrong =
    !isPositive(width) || !isPositive(height)
      ? 'width and height must be whole numbers above 0'
      : ![1, 2, 3, 4].includes(channels)
        ? 'channels must be 1, 2, 3 or 4'
        : data.byteLength !== width * height * channels
          ? `its data has ${formatNumber(data.byteLength)} bytes where ${formatNumber(width * height * channels)} are needed`
          : undefined;
  if (wrong !== undefined) throw readError(label, wrong);
  if (width * height > maxPixels)
    throw readError(label, `it has more than ${formatNumber(maxPixels)} pixels`, { code: 'imageTooLarge' });
  return { label, pixels: source };
}

/** Whether an object is a sharp instance, told by its methods: sharp itself may not be loaded yet. */
export function isSharp(source: unknown): source is Sharp {
  if (typeof source !== 'object' || source === null) return false;
  return ['clone', 'metadata', 'toBuffer'].every(
    method => typeof (source as Record<string, unknown>)[method] === 'function',
  );
}

function isPixels(source: unknown): source is RawPixels {
  return (
    typeof source === 'object' &&
    source !== null &&
    'data' in source &&
    source.data instanceof Uint8Array &&
    ['width', 'height', 'channels'].every(key => key in source)
  );
}

function isPositive(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}
