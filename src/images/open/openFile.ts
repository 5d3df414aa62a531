import type { Metadata, SharpOptions } from 'sharp';
import { present } from '../../base/present.ts';
import { readError } from '../imageErrors.ts';
import { decodeInWorker } from '../decoders/decodeInWorker.ts';
import type { DecoderName } from '../decoders/loadDecoder.ts';
import type { EmbeddedData, Raster } from '../decoders/raster.ts';
import type { Drawing } from './drawing/openDrawing.ts';
import { looksLikeXml } from './drawing/xmlText.ts';
import { fileFormatOf } from './fileFormat.ts';
import type { FileBytes } from './readFile.ts';
import { hasSpecialSamples, readTiffSamples } from './readTiffSamples.ts';
import { tiffPages, type TiffPage } from './tiffPages.ts';

/** A file in a form that sharp takes. */
export interface OpenedFile extends FileBytes {
  /** The samples that a decoder made of it, where sharp itself cannot read it. */
  raster?: Raster;
  /** What draws it, where it is an SVG: sharp never gets such a file here. */
  drawing?: Drawing;
  /** What the whole file is in one word, where it is not what sharp reads. */
  format?: string;
  /** Pictures in the whole file, where there are several and its decoder counts them. */
  pages?: number;
  /** Which of its frames was opened, from 0, where that was chosen already. */
  frame?: number;
  /** What the person should know of how it was opened. */
  notes: string[];
}

/** What of a head is used, of files that sharp reads and of decoded samples alike. */
export type Head = Pick<
  Metadata,
  'width' | 'height' | 'hasAlpha' | 'autoOrient' | 'channels' | 'depth' | 'space'
> &
  Partial<Pick<Metadata, 'pages' | 'compression' | 'orientation' | 'bitsPerSample' | 'density' | 'iptc'>> &
  EmbeddedData & { format: string };

/**
 * Opens a file by what its bytes say: sharp's own formats as they are, all others through their decoder.
 * @param decoder tried instead of what the format asks for.
 * @param page of an icon, from 0.
 * @throws {ValueError} where the decoder cannot read it.
 */
export async function openFile(file: FileBytes, decoder?: DecoderName, page = 0): Promise<OpenedFile> {
  const format = fileFormatOf(file.bytes);
  const reader = decoder ?? format?.reader;
  if (format === undefined ? looksLikeXml(file.bytes) : format.id === 'svg') {
    const { openDrawing } = await import('./drawing/openDrawing.ts');
    const drawing = await openDrawing(file.label, file.bytes);
    return { ...file, drawing, notes: [...drawing.notes] };
  }
  if (decoder === undefined && format?.id === 'tiff') return openTiff(file);
  if (format === undefined || reader === undefined || reader === 'sharp')
    return withoutJunk(file, format?.id);
  const answer = await decodeInWorker({ decoder: reader, bytes: file.bytes, page });
  if ('fault' in answer)
    throw readError(file.label, `it is ${format.name}, but ${answer.fault}`, {
      ...(answer.tooLarge ? { code: 'imageTooLarge' as const } : {}),
      cause: answer.details,
      hint: answer.tooLarge
        ? 'Scale it down first.'
        : (format.hint ?? 'Open it in another program and save it as PNG or JPEG.'),
    });
  const { decoded } = answer;
  const pages = decoded.pages === undefined ? {} : { pages: decoded.pages };
  if ('encoded' in decoded)
    return {
      label: file.label,
      bytes: decoded.encoded,
      format: format.id,
      ...pages,
      notes: decoded.note === undefined ? [] : [decoded.note],
    };
  return {
    ...file,
    raster: decoded,
    format: format.id,
    ...pages,
    notes: decoded.damaged === true ? ['The file is damaged; parts of the image are missing.'] : [],
  };
}

/** A TIFF file, whose samples and inner coding are not always what sharp takes them for. */
async function openTiff(file: FileBytes): Promise<OpenedFile> {
  const pages = tiffPages(file.bytes);
  const [page] = pages;
  const whole: OpenedFile = { ...file, notes: [] };
  if (page === undefined) return whole;
  const compression = foreignCompressions[page.compression];
  if (compression !== undefined) return openInside(file, page, compression);
  if (page.isReduced || pages.filter(({ isReduced }) => !isReduced).length > 1) return whole;
  if (!hasSpecialSamples(page)) return whole;
  const { raster, notes } = await readTiffSamples(file, page);
  return { ...file, raster, format: 'tiff', notes };
}

/** Compressions of TIFF files that are image formats of their own, and none of which sharp reads inside a TIFF. */
const foreignCompressions: Readonly<Record<number, string>> = {
  33_003: 'JPEG 2000 (YCbCr)',
  33_005: 'JPEG 2000',
  34_712: 'JPEG 2000',
  34_887: 'LERC',
  34_933: 'PNG',
  34_934: 'JPEG XR',
  50_002: 'JPEG XL',
  52_546: 'JPEG XL',
};

/** The image that makes up a TIFF's one strip or tile, where it is a file of its own. */
async function openInside(
  file: FileBytes,
  { onlyBlock }: TiffPage,
  compression: string,
): Promise<OpenedFile> {
  const inside = onlyBlock && file.bytes.subarray(onlyBlock.at, onlyBlock.at + onlyBlock.bytes);
  const format = inside && fileFormatOf(inside);
  if (inside !== undefined && format?.reader !== undefined && insideFormats.has(format.id)) {
    const opened = await openFile({ label: file.label, bytes: inside });
    return { ...opened, format: 'tiff' };
  }
  throw readError(file.label, `it is a TIFF image whose compression, ${compression}, is not supported`, {
    hint: 'Save it as PNG, or as TIFF without compression, first.',
  });
}

const insideFormats: ReadonlySet<string> = new Set(['png', 'jp2', 'j2k', 'jxl', 'webp', 'jpeg']);

/** Whether it holds the same picture in several sizes, each of which its decoder can be asked for. */
export function isIcon({ format }: Pick<OpenedFile, 'format'>): boolean {
  return format === 'ico' || format === 'icns';
}

/** How many of a file's pages can be had: sharp reads each, most other decoders the first. */
export function readablePages(file: OpenedFile, pages: number): number {
  return file.raster === undefined || isIcon(file) ? pages : 1;
}

/** Some programs write a few bytes before a JPEG, which viewers skip. */
function withoutJunk(file: FileBytes, format: string | undefined): OpenedFile {
  if (format !== undefined) return { ...file, notes: [] };
  const view = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, Math.min(file.bytes.byteLength, 65_536));
  const start = view.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  return start < 0
    ? { ...file, notes: [] }
    : {
        ...file,
        bytes: file.bytes.subarray(start),
        notes: [`The ${start} bytes before the JPEG image in the file were skipped.`],
      };
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
export function rasterHead({ raster, format = 'raw' }: OpenedFile & { raster: Raster }): Head {
  const { data, width, height, channels, pages, embedded } = raster;
  const wide = !(data instanceof Uint8Array);
  return {
    format,
    width,
    height,
    autoOrient: { width, height },
    channels,
    hasAlpha: channels === 2 || channels === 4,
    depth: data instanceof Uint8Array ? 'uchar' : data instanceof Uint16Array ? 'ushort' : 'float',
    space: wide ? (channels <= 2 ? 'grey16' : 'rgb16') : channels <= 2 ? 'b-w' : 'srgb',
    ...present({ pages }),
    ...embedded,
  };
}
