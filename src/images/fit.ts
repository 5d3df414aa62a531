import { formatPixels } from '../base/localFormat.ts';
import { encodeError } from './imageErrors.ts';
import { maxJpegSide } from './limits.ts';
import { t } from '../base/l10n.ts';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A part of a picture, in its pixels. */
export interface PixelRegion extends Size {
  left: number;
  top: number;
}

/**
 * The size to send: within `maxSide`, of the same shape, never larger, no side below 1.
 * @throws {ValueError} `imageTooLarge` where no JPEG can hold it.
 */
export function fit({ width, height }: Size, maxSide = Infinity): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  if (Math.max(size.width, size.height) > maxJpegSide)
    throw encodeError(
      t('Its {size} do not fit: a JPEG side has at most {maxJpegSide}.', {
        size: formatPixels(size),
        maxJpegSide,
      }),
      { code: 'imageTooLarge', remedy: { kind: 'lowerMaxSide' } },
    );
  return size;
}
