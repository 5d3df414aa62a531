import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { animatedPngFrames } from './damage.ts';
import { decode, readHead } from './decode.ts';
import { drawingDensity, statedSize } from './drawing.ts';
import { checkOptions, encode, fit, fitted, type EncodedImage, type Size } from './encode.ts';
import { count } from './imageErrors.ts';
import { minDrawingSide } from './limits.ts';
import { loadSharp } from './loadSharp.ts';
import type { ImageOptions, ImageSource, PreparedImage, RawPixels } from './preparedImage.ts';
import type { FileBytes } from './readFile.ts';
import type { LabelledPixels } from './readPixels.ts';
import { readSource } from './readSource.ts';
import { transparentShareOf } from './transparency.ts';

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
  const { width, height } = pixels;
  const image = await openPixels(pixels);
  return {
    ...(await encode(fitted(image, fit(pixels, options.maxSide)), options)),
    original: { format: 'raw', width, height, transparentShare: transparentShareOf(pixels), pages: 1 },
    notes: [],
  };
}

async function openPixels({ data, width, height, channels }: RawPixels): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
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

  const { result, damaged } = await decode(file, input, image =>
    head.hasAlpha
      ? encodeWithAlpha(fitted(image, size), options)
      : encodeOpaque(fitted(image, size), options),
  );
  if (damaged) notes.push('The file is damaged; parts of the picture may look wrong.');
  const { transparentShare, ...sent } = result;
  const format = head.format === 'heif' && head.compression === 'av1' ? 'avif' : head.format;
  return {
    ...sent,
    original: { format, width, height, byteLength: file.bytes.byteLength, transparentShare, pages },
    notes,
  };
}

type Encoded = EncodedImage & { transparentShare: number };

async function encodeOpaque(image: Sharp, options: ImageOptions): Promise<Encoded> {
  return { ...(await encode(image, options)), transparentShare: 0 };
}

/** By way of the pixels to be sent: decoding a second time to see how much is transparent would cost more. */
async function encodeWithAlpha(image: Sharp, options: ImageOptions): Promise<Encoded> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height, channels: info.channels };
  return {
    ...(await encode(await openPixels(pixels), options)),
    transparentShare: transparentShareOf(pixels),
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
