import type { Sharp } from 'sharp';
import type { Size } from '../fit.ts';
import { decode } from './decode.ts';
import type { Head, OpenedFile } from './openedFile.ts';

/** Most bytes of samples that are held; a page of more is decoded anew each time. */
const mostHeld = 192 * 2 ** 20;

/**
 * A file that holds the samples of one page, upright, so that what goes over them twice decodes them once. The file as it is
 * where they are no whole numbers of 8 or 16 bits, are too many, or are there already.
 * @param page from 0, with its head.
 * @param reduced holds it in another size.
 */
export async function holdPage(
  file: OpenedFile,
  head: Head,
  page: number,
  reduced?: { size: Size; fitted: (image: Sharp, size: Size) => Sharp },
): Promise<OpenedFile> {
  const { channels, depth, space } = head;
  const { width, height } = reduced?.size ?? head;
  const isWide = depth === 'ushort';
  if (file.raster !== undefined || file.drawing !== undefined || !(isWide || depth === 'uchar')) return file;
  if (space !== 'b-w' && space !== 'grey16' && space !== 'rgb16') return file;
  // Of grey in 8 bits sharp writes no transparency.
  const held =
    space === 'b-w' && channels > 1 ? ({ space: 'srgb', channels: 4 } as const) : { space, channels };
  if (width * height * held.channels * (isWide ? 2 : 1) > mostHeld) return file;
  const { result, damage } = await decode(file, { page }, image =>
    (reduced?.fitted(image, reduced.size) ?? image.autoOrient())
      .toColourspace(held.space)
      .raw({ depth })
      .toBuffer({ resolveWithObject: true }),
  );
  const { data, info } = result;
  const samples = isWide ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data;
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { ...file, held: { page, samples, raw, damage } };
}
