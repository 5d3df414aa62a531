import type { Metadata, SharpOptions } from 'sharp';
import { present } from '../../base/present.ts';
import type { ColourSpace } from '../colour/colourSpace.ts';
import type { EmbeddedData, Raster } from '../decoders/raster.ts';
import type { Drawing } from './drawing/openDrawing.ts';
import { fileFormatOf } from './fileFormat.ts';
import type { FileBytes } from './readFile.ts';

/** A file in a form that sharp takes. */
export interface OpenedFile extends FileBytes {
  /** Its samples, where sharp itself cannot read it, or does not know what its samples mean. */
  raster?: Raster;
  /** What its samples meant before they became sRGB, where sharp would have taken them for something else. */
  colours?: ColourSpace;
  /** What sharp says of the first page, where it was asked already. */
  head?: Head;
  /** The samples of one page, from 0, where they are held. */
  held?: HeldPage;
  /** What draws it, where it is an SVG: sharp never gets such a file here. */
  drawing?: Drawing;
  /** What the whole file is in one word, where it is not what sharp reads. */
  format?: string;
  /** Pictures in the whole file, where there are several and its decoder counts them. */
  pages?: number;
  /** Which of its frames was opened, from 0, where that was chosen already. */
  frame?: number;
  /** Its bands, where they are more than colours and transparency. */
  bands?: Bands;
  /** What the person should know of how it was opened. */
  notes: string[];
}

/** The decoded samples of a page, upright, and how whole its file was. */
export interface HeldPage {
  page: number;
  samples: Uint8Array | Uint16Array;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
  damage: Damage;
}

/** How whole a file was: `harmed` where parts may look wrong, `cut` where its end is missing. */
export type Damage = 'none' | 'harmed' | 'cut';

/** The bands of a page, counted from 1. */
export interface Bands {
  count: number;
  /** Which are shown as its colours: one as grey, or three. */
  colours: 1 | 3;
  /** Which are neither colours nor transparency. */
  others: readonly number[];
  /** Which one was opened alone, as grey. */
  alone?: number;
}

/** What of a head is used, of files that sharp reads and of decoded samples alike. */
export type Head = Pick<
  Metadata,
  'width' | 'height' | 'hasAlpha' | 'autoOrient' | 'channels' | 'depth' | 'space'
> &
  Partial<
    Pick<
      Metadata,
      'pages' | 'compression' | 'orientation' | 'bitsPerSample' | 'density' | 'iptc' | 'isProgressive'
    >
  > &
  EmbeddedData & { format: string };

/** Whether it holds the same picture in several sizes, each of which its decoder can be asked for. */
export function isIcon({ format }: Pick<OpenedFile, 'format'>): boolean {
  return format === 'ico' || format === 'icns';
}

/** How many of a file's pages can be had: sharp reads each, most other decoders the first. */
export function readablePages(file: OpenedFile, pages: number): number {
  return file.raster === undefined || isIcon(file) || isPaged(file) ? pages : 1;
}

/** Whether each page of a TIFF is opened by itself, since its samples are not read by sharp alone. */
export function isPaged({ format, frame }: Pick<OpenedFile, 'format' | 'frame'>): boolean {
  return format === 'tiff' && frame !== undefined;
}

/** What sharp is given for a file. */
export function sharpInput({ bytes, raster }: OpenedFile): { input: Raster['data']; options: SharpOptions } {
  if (raster === undefined) return { input: bytes, options: {} };
  const { data, width, height, channels } = raster;
  return { input: data, options: { raw: { width, height, channels } } };
}

/** Whether sharp may get a file: one of its own formats, none of which reaches beyond itself as XML does. */
export function isForSharp({ bytes }: Pick<OpenedFile, 'bytes'>): boolean {
  const format = fileFormatOf(bytes);
  return format !== undefined && format.id !== 'svg' && (format.reader === 'sharp' || format.id === 'raw');
}

/** The head of a drawing, in sharp's words. */
export function drawingHead({ size }: Drawing): Head {
  return {
    ...{ format: 'svg', ...size, autoOrient: size },
    ...{ channels: 4, hasAlpha: true, depth: 'uchar', space: 'srgb' },
  };
}

/** The head of decoded samples, in sharp's words. */
export function rasterHead({ raster, format = 'raw', head }: OpenedFile & { raster: Raster }): Head {
  const { data, width, height, channels, white, pages, embedded } = raster;
  const wide = white === undefined ? !(data instanceof Uint8Array) : white > 255;
  const isFloat = data instanceof Float32Array && white === undefined;
  return {
    format,
    width,
    height,
    autoOrient: { width, height },
    channels,
    hasAlpha: channels === 2 || channels === 4,
    depth: isFloat ? 'float' : wide ? 'ushort' : 'uchar',
    space: wide ? (channels <= 2 ? 'grey16' : 'rgb16') : channels <= 2 ? 'b-w' : 'srgb',
    ...present({ pages }),
    ...(head === undefined ? {} : besideSamples(head)),
    ...embedded,
  };
}

/** What a file's head says that is not about the samples as they are decoded. */
function besideSamples({ bitsPerSample, density, orientation, iptc, exif, xmp, icc }: Head): Partial<Head> {
  return present({ bitsPerSample, density, orientation, iptc, exif, xmp, icc });
}
