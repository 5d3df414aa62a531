import type { Thing } from '../findings.ts';
import { mostBoxes } from '../limits.ts';
import { cocoLabels } from './cocoLabels.ts';
import { outputOf, runGraph, type Network } from './graphModel.ts';
import { letterboxed } from './letterboxed.ts';
import { distinct } from './overlap.ts';
import type { Pixels } from './pixels.ts';

/** The square that NanoDet-g looks at, and its grids: pixels for each cell. */
const side = 416;
const strides = [8, 16, 32];

/** Mean and deviation of blue, green and red that it was trained with: it takes BGR. */
const mean = [103.53, 116.28, 123.675];
const deviation = [57.375, 57.12, 58.395];

/** Each edge of a box is a distribution over these many distances, in strides. */
const distances = 11;

/** Less sure things are not told at all. */
const leastScore = 0.42;

/** What two boxes may share where they are of one kind, and where they are not. */
const [sameKind, otherKind] = [0.5, 0.8];

/** Finds things of the 80 kinds of COCO, the surest first. */
export async function findThings(network: Network, image: Pixels): Promise<Thing[]> {
  const { rgb, boxBetween } = letterboxed(image, side);
  const outputs = await runGraph(network, normalized(rgb), [1, 3, side, side]);
  const found: Thing[] = [];
  for (const stride of strides) {
    const cells = side / stride;
    const scores = outputOf(outputs, cells * cells, cocoLabels.length);
    const edges = outputOf(outputs, cells * cells, 4 * distances);
    for (let cell = 0; cell < cells * cells; cell++) {
      const kind = greatest(scores, cell * cocoLabels.length, cocoLabels.length);
      const score = scores[cell * cocoLabels.length + kind] ?? 0;
      const label = cocoLabels[kind];
      if (score < leastScore || label === undefined) continue;
      const x = ((cell % cells) + 0.5) * stride;
      const y = (Math.floor(cell / cells) + 0.5) * stride;
      const edge = (which: number): number =>
        expected(edges.subarray((cell * 4 + which) * distances, (cell * 4 + which + 1) * distances)) * stride;
      const box = boxBetween({ x: x - edge(0), y: y - edge(1) }, { x: x + edge(2), y: y + edge(3) });
      if (box.width > 0 && box.height > 0) found.push({ label, score, box });
    }
  }
  return distinct(found, (a, b) => (a.label === b.label ? sameKind : otherKind)).slice(0, mostBoxes);
}

/** One plane after the other: blue, green, red. */
function normalized(rgb: Uint8Array): Float32Array {
  const plane = side * side;
  const out = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const [middle, spread] = [mean[channel] ?? 0, deviation[channel] ?? 1];
    for (let i = 0; i < plane; i++)
      out[channel * plane + i] = ((rgb[i * 3 + 2 - channel] ?? 0) - middle) / spread;
  }
  return out;
}

/** Where the greatest of `count` numbers is, counted from the first. */
function greatest(numbers: Float32Array, first: number, count: number): number {
  let best = 0;
  for (let i = 1; i < count; i++) if ((numbers[first + i] ?? 0) > (numbers[first + best] ?? 0)) best = i;
  return best;
}

/** The distance to be expected of a distribution given by its logits. */
function expected(logits: Float32Array): number {
  const most = Math.max(...logits);
  let [sum, weighted] = [0, 0];
  for (const [distance, logit] of logits.entries()) {
    const weight = Math.exp(logit - most);
    sum += weight;
    weighted += weight * distance;
  }
  return weighted / sum;
}
