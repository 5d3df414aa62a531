import { formatPixels } from '../../base/localFormat.ts';
import { maxRasterPixels } from '../limits.ts';
import { t } from '../../base/l10n.ts';

/** Decoded samples as the file holds them: rows from the top, interleaved. */
export interface Raster {
  /** 8 bits, 16 bits, or floating point. */
  data: Uint8Array | Uint16Array | Float32Array;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA. */
  channels: 1 | 2 | 3 | 4;
  /** The sample that is white, where it is not the largest that the type holds (a 12-bit picture in 16 bits: 4095). */
  white?: number;
  /** Whether there are pixels without data, which are not a number: they are shown in one grey. */
  hasGaps?: boolean;
  /** Pages or frames in the file, where there are several. */
  pages?: number;
  /** Whether parts of the picture are missing from the file. */
  damaged?: boolean;
  /** What the file holds beside the samples, where its decoder hands it out. */
  embedded?: EmbeddedData;
}

/** What a file holds beside its pixels, as it lies there. */
export interface EmbeddedData {
  exif?: Uint8Array | undefined;
  xmp?: Uint8Array | undefined;
  icc?: Uint8Array | undefined;
}

/** A picture that lies inside a file as a file of its own: the PNG in an icon, the preview in a camera raw file. */
export interface EmbeddedPicture {
  encoded: Uint8Array;
  /** What was taken, a sentence for the person. */
  note?: string;
  /** EXIF orientation of the file around it. */
  orientation?: number;
  /** Pictures in the file, where there are several. */
  pages?: number;
}

/** What a decoder makes of a file. */
export type Decoded = Raster | EmbeddedPicture;

/** A decoder: the bytes of a file in, the first or main picture out; of an icon another one where `page`, from 0, asks for it. */
export type Decode = (bytes: Uint8Array, page?: number) => Decoded | Promise<Decoded>;

/** Why a decoder cannot read a file, a clause without a full stop. */
export class Undecodable extends Error {
  readonly tooLarge: boolean;

  constructor(reason: string, { tooLarge = false, cause }: { tooLarge?: boolean; cause?: unknown } = {}) {
    super(reason, { cause });
    this.name = 'Undecodable';
    this.tooLarge = tooLarge;
  }
}

/**
 * Refuses a size that no picture has or that is more than a decoder may fill; called before anything is allocated.
 * @throws {Undecodable}
 */
export function checkRasterSize(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new Undecodable(t('its header gives a size of 0 pixels'));
  if (width * height > maxRasterPixels)
    throw new Undecodable(
      t('its {size} are more than the limit of {maxRasterPixels} for its format', {
        size: formatPixels({ width, height }),
        maxRasterPixels,
      }),
      { tooLarge: true },
    );
}

/** An empty 8-bit picture of a checked size. */
export function blank<Channels extends 1 | 2 | 3 | 4>(
  width: number,
  height: number,
  channels: Channels,
): Raster & { data: Uint8Array; channels: Channels } {
  checkRasterSize(width, height);
  return { data: new Uint8Array(width * height * channels), width, height, channels };
}

/** Most bytes that the run-length codings of these formats make of one. */
export const longestRun = 128;

/**
 * Whether samples are missing at the end of a file; asked before anything is allocated.
 * @throws {Undecodable} where next to nothing is there.
 */
export function missingShare(there: number, needed: number): boolean {
  if (there < needed / 100) throw new Undecodable(t('it is truncated, its end is missing'));
  return there < needed;
}

/** A view for reading numbers; outside the file it throws a RangeError, which the caller of a decoder takes for a cut. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes as Latin-1 text. */
export function textAt(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);
}

/** Turns a picture whose rows are stored from the bottom the right way up, in place. */
export function flipRows({ data, height }: Pick<Raster, 'data' | 'height'>): void {
  const row = data.length / height;
  for (let top = 0, bottom = height - 1; top < bottom; top++, bottom--) {
    const kept = data.slice(top * row, (top + 1) * row);
    data.copyWithin(top * row, bottom * row, (bottom + 1) * row);
    data.set(kept, bottom * row);
  }
}
