import { toScreenColours } from '../colour/toScreenColours.ts';
import type { Raster } from '../decoders/raster.ts';
import type { Size } from '../fit.ts';
import { isBlankFrame, tries } from './chooseFrame.ts';
import { readHead } from './decode.ts';
import { loadSharp } from './loadSharp.ts';
import type { OpenedFile } from './openedFile.ts';
import { animatedPng, type PngFrame } from './pngFrames.ts';

/** Most pixels of an animation of which other frames than the first are looked at: each is held whole. */
const maxCanvas = 16_000_000;

/**
 * An animated PNG whose first frame is blank as the first frame on which something is to be seen, laid over those before it;
 * every other file as it is. sharp reads the first frame only.
 */
export async function openShownFrame(file: OpenedFile): Promise<OpenedFile> {
  const { colours } = file;
  const isPng = file.raster === undefined || colours !== undefined;
  const animation = isPng ? animatedPng(file.bytes, tries) : undefined;
  if (animation === undefined || animation.width * animation.height > maxCanvas) return file;
  if (!(await isBlankFrame(file, 0))) return file;
  const { width, height, frames } = animation;
  const { exif, xmp, icc } = await readHead(file);
  const canvas: Canvas = { data: Buffer.alloc(width * height * 4), width, height, channels: 4 };
  for (const [frame, part] of frames.entries()) {
    const before = part.dispose === 'restore' ? Buffer.from(canvas.data) : undefined;
    try {
      await lay(canvas, part, colours !== undefined);
    } catch {
      return file; // A frame is damaged: the first is what there is.
    }
    const raster: Raster = { ...canvas, pages: animation.count, embedded: { exif, xmp, icc } };
    const shown = {
      ...file,
      raster: colours === undefined ? raster : await toScreenColours(raster, colours),
      format: 'png',
      frame,
    };
    if (!(await isBlankFrame(shown, 0))) return shown;
    if (part.dispose === 'clear') eachRow(canvas, part, (from, to) => void canvas.data.fill(0, from, to));
    if (before !== undefined) canvas.data = before;
  }
  return file;
}

interface Canvas {
  data: Buffer;
  width: number;
  height: number;
  channels: 4;
}

/** Lays a frame on what the frames before it left. */
async function lay(
  canvas: Canvas,
  { png, left, top, isOver, ...part }: PngFrame,
  ignoreIcc: boolean,
): Promise<void> {
  const sharp = await loadSharp();
  const { data } = await sharp(png, { limitInputPixels: maxCanvas, ignoreIcc })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = canvas;
  if (isOver)
    canvas.data = await sharp(canvas.data, { raw: { width, height, channels } })
      .composite([{ input: data, raw: { ...sizeOf(part), channels }, left, top }])
      .raw()
      .toBuffer();
  else
    eachRow(canvas, { left, top, ...sizeOf(part) }, (from, to, row) =>
      data.copy(canvas.data, from, row * (to - from), (row + 1) * (to - from)),
    );
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}

/** The bytes of each row of a frame's place on the canvas. */
function eachRow(
  canvas: Canvas,
  { left, top, width, height }: Pick<PngFrame, 'left' | 'top' | 'width' | 'height'>,
  work: (from: number, to: number, row: number) => void,
): void {
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * canvas.width + left) * 4;
    work(from, from + width * 4, row);
  }
}
