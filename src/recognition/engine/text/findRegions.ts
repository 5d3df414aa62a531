import { Tensor, type InferenceSession } from 'onnxruntime-web';
import type { Point, TextLine } from '../../findings.ts';
import type { Pixels } from '../pixels.ts';
import { resized } from '../resized.ts';
import { smallestRectangle } from './smallestRectangle.ts';

/** Corners as in a {@link TextLine}. */
export type Corners = TextLine['corners'];

/** Longest side in which text is looked for, pixels, and what its sides are multiples of. */
const [longest, step] = [960, 32];

/** How likely a pixel has to be text, and all of a region in the mean. */
const [leastPixel, leastMean] = [0.3, 0.6];

/** Pixels of a region, and of its shorter side, that are too few for text. */
const [fewPixels, thin] = [6, 3];

/** The network marks the core of a line: by how much of its area over its outline the line is larger. */
const unclip = 1.6;

/** ImageNet's mean and deviation; the network takes BGR with them in this order. */
const mean = [0.485, 0.456, 0.406];
const deviation = [0.229, 0.224, 0.225];

/** Finds where lines of text are, about from the top to the bottom. */
export async function findRegions(network: InferenceSession, image: Pixels): Promise<Corners[]> {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const [width, height] = [gridded(image.width * scale), gridded(image.height * scale)];
  const input = new Tensor('float32', normalized(resized(image, width, height)), [1, 3, height, width]);
  const [output] = Object.values(await network.run({ x: input }));
  const map = (output?.data ?? new Float32Array()) as Float32Array;
  return regionsOf(map, width, height).flatMap(outline => {
    const corners = cornersOf(outline, { across: image.width / width, down: image.height / height });
    return corners === undefined ? [] : [corners];
  });
}

function gridded(length: number): number {
  return Math.max(step, Math.round(length / step) * step);
}

function normalized({ rgb, width, height }: Pixels): Float32Array {
  const plane = width * height;
  const out = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const [middle, spread] = [mean[channel] ?? 0, deviation[channel] ?? 1];
    for (let i = 0; i < plane; i++)
      out[channel * plane + i] = ((rgb[i * 3 + 2 - channel] ?? 0) / 255 - middle) / spread;
  }
  return out;
}

/** The regions of a map of likelihoods that touch, each by the ends of its rows. */
function regionsOf(map: Float32Array, width: number, height: number): Point[][] {
  const seen = new Uint8Array(width * height);
  const queue = new Int32Array(width * height);
  const regions: Point[][] = [];
  const isNew = (at: number): boolean => seen[at] === 0 && (map[at] ?? 0) > leastPixel;
  for (let start = 0; start < seen.length; start++) {
    if (!isNew(start)) continue;
    let [head, tail, sum] = [0, 0, 0];
    const rows = new Map<number, [number, number]>();
    const add = (at: number): void => {
      seen[at] = 1;
      queue[tail++] = at;
    };
    add(start);
    while (head < tail) {
      const at = queue[head++] ?? 0;
      const [x, y] = [at % width, Math.floor(at / width)];
      sum += map[at] ?? 0;
      const row = rows.get(y);
      if (row === undefined) rows.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
          if (isNew(v * width + u)) add(v * width + u);
    }
    if (tail >= fewPixels && sum / tail >= leastMean)
      regions.push([...rows].flatMap(([y, [left, right]]) => pixelCorners(left, right, y)));
  }
  return regions;
}

function pixelCorners(left: number, right: number, y: number): Point[] {
  return [left, right + 1].flatMap(x => [
    { x, y },
    { x, y: y + 1 },
  ]);
}

/** The corners of the line that a region is the core of; the first is the left one of the two on the left that lies higher. */
function cornersOf(outline: Point[], scale: { across: number; down: number }): Corners | undefined {
  const core = smallestRectangle(outline);
  if (core === undefined) return undefined;
  const { cos, sin, u0, u1, v0, v1 } = core;
  const [length, thickness] = [u1 - u0, v1 - v0];
  if (Math.min(length, thickness) < thin) return undefined;
  const more = (length * thickness * unclip) / (2 * (length + thickness));
  const at = (u: number, v: number): Point => ({
    x: (u * cos - v * sin) * scale.across,
    y: (u * sin + v * cos) * scale.down,
  });
  const corners = [
    at(u0 - more, v0 - more),
    at(u1 + more, v0 - more),
    at(u1 + more, v1 + more),
    at(u0 - more, v1 + more),
  ].sort((a, b) => a.x - b.x);
  const byHeight = (a: Point, b: Point): number => a.y - b.y;
  const [topLeft, bottomLeft] = corners.slice(0, 2).sort(byHeight);
  const [topRight, bottomRight] = corners.slice(2).sort(byHeight);
  return topLeft && topRight && bottomRight && bottomLeft && [topLeft, topRight, bottomRight, bottomLeft];
}
