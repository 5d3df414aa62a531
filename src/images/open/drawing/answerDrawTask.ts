import { Undecodable } from '../../decoders/raster.ts';
import { chooseBuild, loadSharp } from '../loadSharp.ts';
import type { Size } from '../../fit.ts';
import { cleanDrawing } from './cleanDrawing.ts';
import type { DrawAnswer, DrawnPixels, DrawTask, SafeDrawing } from './drawInProcess.ts';
import { checkCost } from './drawingCost.ts';
import { statedSize } from './drawingSize.ts';
import { leftOutNotes } from './leftOut.ts';
import { parseDrawing } from './parseDrawing.ts';
import { writeDrawing } from './writeDrawing.ts';
import { t } from '../../../base/l10n.ts';

/** Makes an SVG safe, or draws a safe one; never rejects. Only for the process that draws. */
export async function answerDrawTask(task: DrawTask): Promise<DrawAnswer> {
  const start = performance.now();
  try {
    const answer = 'clean' in task ? { safe: await clean(task.clean) } : await draw(task.draw, task.size);
    return { ...answer, tookMs: performance.now() - start };
  } catch (error) {
    if (error instanceof Undecodable)
      return {
        fault: error.message,
        tooLarge: error.tooLarge,
        details: error.cause instanceof Error ? error.cause.message : '',
      };
    return { fault: t('it is an SVG drawing that cannot be drawn'), tooLarge: false, details: String(error) };
  }
}

async function clean(bytes: Uint8Array): Promise<SafeDrawing> {
  const { root, leftOut } = cleanDrawing(parseDrawing(bytes));
  checkCost(root);
  const { size, viewBox } = statedSize(root);
  for (const name of ['width', 'height', 'viewBox', 'x', 'y', 'transform']) root.attributes.delete(name);
  const drawn = size ?? (await sizeOf(writeDrawing(root)));
  root.attributes.set('viewBox', viewBox ?? `0 0 ${drawn.width} ${drawn.height}`);
  return {
    svg: Buffer.from(writeDrawing(root)),
    size: { width: Math.max(1, Math.round(drawn.width)), height: Math.max(1, Math.round(drawn.height)) },
    isUnsized: size === undefined,
    notes: leftOutNotes(leftOut, chooseBuild() === 'wasm'),
  };
}

/** The size of what is drawn, where the file states none. */
async function sizeOf(svg: string): Promise<Size> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(Buffer.from(svg), { limitInputPixels: false }).metadata();
  return { width, height };
}

/** Draws a file whose root element states no size: here it gets the one that is wanted. */
async function draw(svg: Uint8Array, { width, height }: Size): Promise<{ pixels: DrawnPixels }> {
  const sharp = await loadSharp();
  const sized = Buffer.concat([
    Buffer.from(`<svg width="${width}" height="${height}"`),
    svg.subarray('<svg'.length),
  ]);
  const { data, info } = await sharp(sized, { limitInputPixels: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { pixels: { data, width: info.width, height: info.height, channels: 4 } };
}
