import { present } from '../../base/present.ts';
import { profileName } from '../colourProfile.ts';
import { readExif } from '../exif.ts';
import type { Metadata } from 'sharp';
import type { EmbeddedData } from '../decoders/raster.ts';

/** What a file carries beside its pixels. None of it is sent, but for what a prompt names in words. */
export interface CarriedData {
  exif: boolean;
  /** Whether it says where the picture was taken. */
  position: boolean;
  xmp: boolean;
  iptc: boolean;
  /** The name of the colour profile, which is applied before it is left out. */
  profile?: string;
  /** The orientation mark, 2 to 8, which is applied before it is left out; absent where the picture is upright as stored. */
  orientation?: number;
  /** Maker and model of the camera. */
  camera?: string;
  /** When it was taken, `2026-11-28 01:02:03`. */
  taken?: string;
}

/**
 * Says what a file carries.
 * @param bytes the file's own; a TIFF or camera raw file has its EXIF data in its directories.
 */
export function carriedData(
  head: EmbeddedData & Partial<Pick<Metadata, 'orientation' | 'iptc'>>,
  bytes: Uint8Array,
): CarriedData {
  const exif = readExif(head.exif ?? bytes);
  const orientation = head.orientation ?? exif?.orientation ?? 1;
  return {
    exif: head.exif !== undefined || exif?.camera !== undefined || exif?.hasPosition === true,
    position: exif?.hasPosition ?? false,
    xmp: head.xmp !== undefined,
    iptc: head.iptc !== undefined,
    ...(head.icc === undefined ? {} : { profile: profileName(head.icc) }),
    ...(orientation > 1 && orientation <= 8 ? { orientation } : {}),
    ...present({ camera: exif?.camera, taken: exif?.taken }),
  };
}
