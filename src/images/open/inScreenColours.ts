import { type ColourSpace, isScreenSpace } from '../colour/colourSpace.ts';
import { colourNote, toScreenColours } from '../colour/toScreenColours.ts';
import { checkRasterSize, type Raster, Undecodable } from '../decoders/raster.ts';
import { readError } from '../imageErrors.ts';
import { rawSamples } from '../rawSamples.ts';
import { decode, harmedNote, sharpHead } from './decode.ts';
import type { Head, OpenedFile } from './openedFile.ts';
import type { FileBytes } from './readFile.ts';
import { statedColours } from './statedColours.ts';
import { t } from '../../base/l10n.ts';

/**
 * A file that sharp reads, whose samples mean something else than sharp takes them for (PQ, HLG, linear light, BT.2020 without a
 * profile), as samples of sRGB; every other file as it is. Only such a file is decoded here.
 * @param place which of its pages, from 0, and how many there are; absent: the first.
 * @throws {ValueError} where it is larger than can be held.
 */
export async function inScreenColours(
  file: OpenedFile,
  place: Pick<OpenedFile, 'frame' | 'pages'> = {},
): Promise<OpenedFile> {
  const page = place.frame ?? 0;
  const head = await sharpHead(file.bytes, page).catch(() => undefined);
  if (head === undefined) return file;
  const read: OpenedFile = page === 0 ? { ...file, head } : file;
  const space = statedColours(file.bytes, head.icc);
  // A profile would be applied: sRGB is what it is without.
  if (space === undefined || (isScreenSpace(space) && head.icc === undefined)) return read;
  const kind = sampleKinds[head.space];
  if (kind === undefined || !(head.depth === 'uchar' || head.depth === 'ushort')) return read;
  checkDimensions(file, head);
  try {
    const { depth, channels } = head;
    const raster = await samplesOf(read, page, { depth, kind, channels });
    const notes = raster.damaged === true ? [...file.notes, harmedNote()] : file.notes;
    const format = file.format ?? formatOf(head);
    return await converted({ ...read, ...place, head, raster, notes, format }, space);
  } catch {
    // Damaged: whoever decodes it says so.
    return read;
  }
}

/** Samples of a decoder of ours in the colours of a screen: its file, or a profile in it, may say that they are others. */
export async function rasterInScreenColours(file: OpenedFile & { raster: Raster }): Promise<OpenedFile> {
  const space = statedColours(file.bytes, file.raster.embedded?.icc);
  return space === undefined || isScreenSpace(space) || file.raster.data instanceof Float32Array
    ? file
    : converted(file, space);
}

/** An opened file whose samples, of some colour space, became sRGB; it says so. */
export async function converted(
  file: OpenedFile & { raster: Raster },
  space: ColourSpace,
): Promise<OpenedFile> {
  const raster = await toScreenColours(file.raster, space);
  const notes = isScreenSpace(space) ? file.notes : [...file.notes, colourNote(space)];
  return { ...file, raster, colours: space, notes };
}

type SampleKind = 'srgb' | 'rgb16' | 'b-w' | 'grey16';

/** What sharp calls samples of whole numbers, and what they are kept as: on the way to any other space it would change them. */
const sampleKinds: Readonly<Record<string, SampleKind>> = {
  ...{ srgb: 'srgb', rgb: 'srgb', rgb16: 'rgb16', 'b-w': 'b-w', grey16: 'grey16' },
};

async function samplesOf(
  file: OpenedFile,
  page: number,
  { depth, kind, channels }: { depth: 'uchar' | 'ushort'; kind: SampleKind; channels: number },
): Promise<Raster> {
  const { result, damage } = await decode(file, { ignoreIcc: true, page }, image =>
    rawSamples(image.autoOrient(), { space: kind, depth, channels }),
  );
  return { ...result, channels: result.channels as Raster['channels'], damaged: damage !== 'none' };
}

function formatOf({ format, compression }: Head): string {
  return format === 'heif' && compression === 'av1' ? 'avif' : format;
}

/** Refuses what is larger than can be held as samples. @throws {ValueError} */
export function checkDimensions(
  { label }: FileBytes,
  { width, height }: { width: number; height: number },
): void {
  try {
    checkRasterSize(width, height);
  } catch (cause) {
    if (!(cause instanceof Undecodable)) throw cause;
    throw readError(label, cause.message, { code: 'imageTooLarge', hint: t('Scale it down first.'), cause });
  }
}
