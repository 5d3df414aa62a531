import type { Sharp } from 'sharp';
import type { Size } from '../fit.ts';
import { encode } from './encode.ts';
import { openPixels } from '../open/openPixels.ts';
import type { ImageOptions } from '../preparedImage.ts';
import type { PixelRegion } from '../fit.ts';

/** Side of a crop in pixels, at least; where it would take too many crops they grow. */
const tileSide = 1024;

/** Most crops beside the overview. */
const maxTiles = 12;

/** Most pixels that crops are cut from; a larger picture is scaled down to it. */
const maxTiledPixels = 64_000_000;

/** How a picture is cut: equal crops, row by row. */
export interface Grid {
  across: number;
  down: number;
}

/** Crops of a picture in its own size. */
export interface Tiles extends Grid {
  /** JPEG data URLs, row by row. */
  dataUrls: string[];
  /** The size that they were cut from. */
  cutFrom: Size;
}

/** The grid of a picture; one crop where the picture is small. */
export function gridOf({ width, height }: Size): Grid {
  for (let side = tileSide; ; side *= 1.1) {
    const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
    if (across * down <= maxTiles) return { across, down };
  }
}

/** The size that crops are cut from. */
export function tiledSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(maxTiledPixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Where the crops of a picture lie in it, row by row: they meet without a gap, and differ by a pixel at most. */
export function tileRegions({ across, down }: Grid, { width, height }: Size): PixelRegion[] {
  const edge = (index: number, parts: number, length: number): number => Math.round((index * length) / parts);
  return Array.from({ length: across * down }, (_, at) => {
    const [column, row] = [at % across, Math.floor(at / across)];
    const [left, top] = [edge(column, across, width), edge(row, down, height)];
    return {
      left,
      top,
      width: edge(column + 1, across, width) - left,
      height: edge(row + 1, down, height) - top,
    };
  });
}

/** Cuts a picture, which is run once, into numbered crops. */
export async function cutTiles(image: Sharp, options: ImageOptions): Promise<Tiles> {
  const { background = '#ffffff' } = options;
  const { data, info } = await image
    .flatten({ background })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cutFrom = { width, height };
  const grid = gridOf(cutFrom);
  const dataUrls: string[] = [];
  for (const region of tileRegions(grid, cutFrom)) {
    const crop = (await openPixels({ data, width, height, channels })).extract(region);
    dataUrls.push((await encode(crop, options)).dataUrl);
  }
  return { ...grid, dataUrls, cutFrom };
}
