import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { animatedPngFrames } from './damage.ts';
import { decode, readHead } from './decode.ts';
import { drawingDensity, statedSize } from './drawing.ts';
import { checkOptions, encode, fit, type Size } from './encode.ts';
import { count } from './imageErrors.ts';
import { minDrawingSide } from './limits.ts';
import { loadSharp } from './loadSharp.ts';
import type { ImageOptions, ImageSource, PreparedImage, RawPixels } from './preparedImage.ts';
import type { FileBytes } from './readFile.ts';
import type { LabelledPixels } from './readPixels.ts';
import { readSource } from './readSource.ts';
import { shareOf } from './transparency.ts';

/** How a picture is prepared. */
export interface PrepareOptions extends ImageOptions {
  /** What errors call the picture, where the source has no name of its own: a file name. */
  name?: string;
}

/**
 * Makes a picture ready to be sent: upright, opaque on white, sRGB, its first frame, within `maxSide`, as a JPEG
 * without metadata. The source is left as it is.
 * @throws {ValueError} `unsupportedImage` or `imageTooLarge`, naming the picture and what failed.
 */
export async function prepareImage(
  source: ImageSource,
  { name, ...options }: PrepareOptions = {},
): Promise<PreparedImage> {
  checkOptions(options);
  const read = await readSource(source, name);
  return 'pixels' in read ? preparePixels(read, options) : prepareFile(read, options);
}

async function preparePixels({ pixels }: LabelledPixels, options: ImageOptions): Promise<PreparedImage> {
  const sharp = await loadSharp();
  const { data, width, height, channels } = pixels;
  const image = (): Sharp => sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  const size = fit({ width, height }, options.maxSide);
  const [sent, transparentShare] = await Promise.all([
    encode(image(), size, options),
    hasAlpha(pixels) ? shareOf(image()) : 0,
  ]);
  return { ...sent, original: { format: 'raw', width, height, transparentShare, pages: 1 }, notes: [] };
}

function hasAlpha({ channels }: RawPixels): boolean {
  return channels === 2 || channels === 4;
}

async function prepareFile(file: FileBytes, options: ImageOptions): Promise<PreparedImage> {
  const head = await readHead(file);
  const { width, height } = head.autoOrient;
  const notes = [];
  const input: SharpOptions = {};
  let size = { width, height };
  if (head.format === 'svg') {
    const drawing = fitDrawing(size, options.maxSide);
    size = drawing.size;
    input.density = drawing.density;
    notes.push(...drawingNotes(file.bytes, size));
  }
  size = fit(size, options.maxSide);
  const pages = Math.max(head.pages ?? 1, animatedPngFrames(file.bytes));
  if (pages > 1) notes.push(`Only the first of ${count(pages)} ${frameWord(head)} is sent.`);

  const { result, damaged } = await decode(file, input, async image => {
    const [sent, transparentShare] = await Promise.all([
      encode(image.clone(), size, options),
      head.hasAlpha ? shareOf(image.clone()) : 0,
    ]);
    return { sent, transparentShare };
  });
  if (damaged) notes.push('The file is damaged; parts of the picture may look wrong.');
  const { sent, transparentShare } = result;
  const format = head.format === 'heif' && head.compression === 'av1' ? 'avif' : head.format;
  return {
    ...sent,
    original: { format, width, height, byteLength: file.bytes.byteLength, transparentShare, pages },
    notes,
  };
}

function frameWord(head: Metadata): string {
  return head.format === 'tiff' || head.format === 'heif' ? 'pages' : 'frames';
}

/** A drawing has no pixels of its own: a small one is drawn larger, so that it can be seen. */
function fitDrawing({ width, height }: Size, maxSide: number | undefined): { density: number; size: Size } {
  const long = Math.max(width, height);
  const density = drawingDensity(long, Math.min(minDrawingSide, maxSide ?? minDrawingSide));
  const scale = density / 72;
  return {
    density,
    size: { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) },
  };
}

function drawingNotes(bytes: Uint8Array, { width, height }: Size): string[] {
  const stated = statedSize(bytes);
  if (stated === undefined || stated.hasSize || stated.hasViewBox) return [];
  return [`The SVG states neither size nor viewBox; what it draws is sent at ${width} × ${height} pixels.`];
}
