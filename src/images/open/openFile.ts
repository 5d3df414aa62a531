import { readError } from '../imageErrors.ts';
import { decodeInWorker } from '../decoders/decodeInWorker.ts';
import type { DecoderName } from '../decoders/loadDecoder.ts';
import { looksLikeXml } from './drawing/xmlText.ts';
import { fileFormatOf } from './fileFormat.ts';
import { decode } from './decode.ts';
import type { Raster } from '../decoders/raster.ts';
import { checkDimensions, inScreenColours, rasterInScreenColours } from './inScreenColours.ts';
import type { OpenedFile } from './openedFile.ts';
import type { FileBytes } from './readFile.ts';
import { hasSpecialSamples, readTiffSamples } from './readTiffSamples.ts';
import { type PlacedBlock, placedBlocks } from './tiffBlocks.ts';
import { yccToRgb } from '../colour/ycc.ts';
import { firstInFull, tiffPages, type TiffPage, withMainPage } from './tiffPages.ts';
import { t } from '../../base/l10n.ts';

/** What of a file is opened. */
export interface Opening {
  /** Of an icon or a TIFF, from 0; absent: the one that is sent. */
  page?: number | undefined;
  /** The one band of a TIFF that is shown, from 1; absent: its colours. */
  band?: number | undefined;
  /** Tried instead of what the format asks for. */
  decoder?: DecoderName | undefined;
}

/**
 * Opens a file by what its bytes say: sharp's own formats as they are, all others through their decoder.
 * @throws {ValueError} where the decoder cannot read it.
 */
export async function openFile(file: FileBytes, opening: Opening = {}): Promise<OpenedFile> {
  const { decoder, page = 0 } = opening;
  const format = fileFormatOf(file.bytes);
  const reader = decoder ?? format?.reader;
  if (format === undefined ? looksLikeXml(file.bytes) : format.id === 'svg') {
    const { openDrawing } = await import('./drawing/openDrawing.ts');
    const drawing = await openDrawing(file.label, file.bytes);
    return { ...file, drawing, notes: [...drawing.notes] };
  }
  if (decoder === undefined && format?.id === 'tiff') return openTiff(file, opening);
  if (format === undefined || reader === undefined || reader === 'sharp')
    return inScreenColours(withoutJunk(file, format?.id));
  const answer = await decodeInWorker({ decoder: reader, bytes: file.bytes, page });
  if ('fault' in answer)
    throw readError(file.label, t('it is {name}, but {fault}', { name: format.name, fault: answer.fault }), {
      ...(answer.tooLarge ? { code: 'imageTooLarge' as const } : {}),
      cause: answer.details,
      hint: answer.tooLarge
        ? t('Scale it down first.')
        : (format.hint ?? t('Open it in another program and save it as PNG or JPEG.')),
    });
  const { decoded } = answer;
  const pages = decoded.pages === undefined ? {} : { pages: decoded.pages };
  if ('encoded' in decoded)
    return inScreenColours({
      label: file.label,
      bytes: decoded.encoded,
      format: format.id,
      ...pages,
      notes: decoded.note === undefined ? [] : [decoded.note],
    });
  return rasterInScreenColours({
    ...file,
    raster: decoded,
    format: format.id,
    ...pages,
    notes: decoded.damaged === true ? [t('The file is damaged; parts of the image are missing.')] : [],
  });
}

/** A page of a TIFF file, whose samples and inner coding are not always what sharp takes them for. */
async function openTiff(whole: FileBytes, { page: asked, band }: Opening): Promise<OpenedFile> {
  const file = { ...whole, bytes: withMainPage(whole.bytes) };
  const pages = tiffPages(file.bytes);
  const frame = asked ?? firstInFull(pages);
  const page = pages[frame];
  const plain: OpenedFile = { ...file, notes: [] };
  if (page === undefined) return plain;
  const place = pages.length > 1 ? { frame, pages: pages.length } : {};
  const compression = foreignCompressions[page.compression];
  if (compression !== undefined) return openInside(file, page, compression, place);
  if (!hasSpecialSamples(page))
    return pages.length > 1 && !page.hasProfile ? plain : inScreenColours(plain, place);
  const { raster, bands, notes } = await readTiffSamples(file, page, { frame, band });
  return { ...file, raster, bands, format: 'tiff', frame, pages: pages.length, notes };
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

/** A page whose strips or tiles are files of their own: the one that there is, or all of them put together. */
async function openInside(
  file: FileBytes,
  page: TiffPage,
  compression: string,
  place: Pick<OpenedFile, 'frame' | 'pages'>,
): Promise<OpenedFile> {
  try {
    const blocks = page.isPlanar ? [] : placedBlocks(file.bytes, page);
    const [only] = blocks;
    if (blocks.length === 1 && only !== undefined && !page.isTiled) {
      const opened = await openBlock(file, page, only);
      return { ...opened, ...place, format: 'tiff' };
    }
    const raster = await putTogether(file, page, blocks);
    return { ...file, raster, ...place, format: 'tiff', notes: [] };
  } catch (cause) {
    throw readError(
      file.label,
      t('it is a TIFF image whose compression, {compression}, is not supported', { compression }),
      {
        cause,
        hint: t('Save it as PNG, or as TIFF without compression, first.'),
      },
    );
  }
}

async function openBlock(
  { label }: FileBytes,
  { compression }: TiffPage,
  { bytes }: PlacedBlock,
): Promise<OpenedFile> {
  const format = fileFormatOf(bytes);
  if (format?.reader === undefined || !insideFormats.has(format.id))
    throw new Error('A strip or tile is no file of its own.');
  const opened = await openFile({ label, bytes });
  if (compression === yccJpeg2000 && format.id === 'j2k' && opened.raster && hasEvenSampling(bytes))
    await yccToRgb(opened.raster);
  return opened;
}

/** JPEG 2000 whose colours are YCbCr, which the code stream inside does not say. */
const yccJpeg2000 = 33_003;

/** Whether a JPEG 2000 code stream has three components of one size; of others its decoder knows that they are YCbCr. */
function hasEvenSampling(bytes: Uint8Array): boolean {
  // Number of components, then of each its bits and its steps across and down (ISO/IEC 15444-1, A.5.1).
  return bytes[41] === 3 && bytes[46] === bytes[43] && bytes[47] === bytes[44];
}

/** The strips or tiles of a page as one picture of 8 bits. */
async function putTogether(file: FileBytes, page: TiffPage, blocks: readonly PlacedBlock[]): Promise<Raster> {
  checkDimensions(file, page);
  const { width, height } = page;
  let whole: Raster | undefined;
  for (const block of blocks) {
    const { result } = await decode(await openBlock(file, page, block), {}, image =>
      image.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
    );
    const { data, info } = result;
    const { channels } = info;
    whole ??= { data: new Uint8Array(width * height * channels), width, height, channels };
    if (channels !== whole.channels || info.width < Math.min(block.width, width - block.left))
      throw new Error('The strips or tiles are of different kinds.');
    const [across, down] = [
      Math.min(info.width, width - block.left),
      Math.min(info.height, height - block.top),
    ];
    for (let y = 0; y < down; y++)
      whole.data.set(
        data.subarray(y * info.width * channels, (y * info.width + across) * channels),
        ((block.top + y) * width + block.left) * channels,
      );
  }
  if (whole === undefined) throw new Error('There is no strip or tile.');
  return whole;
}

const insideFormats: ReadonlySet<string> = new Set(['png', 'jp2', 'j2k', 'jxl', 'webp', 'jpeg']);

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
        notes: [
          t('The {start} bytes before the JPEG image in the file were skipped.', { start: String(start) }),
        ],
      };
}
