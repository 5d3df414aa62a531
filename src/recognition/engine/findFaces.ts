import type { Box, Face, Thing } from '../findings.ts';
import { mostBoxes } from '../limits.ts';
import { withMuzzle } from './cocoLabels.ts';
import { outputOf, runGraph, type Network } from './graphModel.ts';
import { letterboxed } from './letterboxed.ts';
import { distinct, sharedArea } from './overlap.ts';
import type { Pixels } from './pixels.ts';

/** The square that BlazeFace looks at. */
const side = 256;

/** Its grids: cells across, and guesses for each cell; a guess has 16 numbers, of which the first four are the box. */
const grids = [
  { cells: 16, guesses: 2 },
  { cells: 8, guesses: 6 },
];
const numbers = 16;

/** How sure a face has to be, alone and inside a person. */
const [leastAlone, leastInPerson] = [0.75, 0.6];

/** What two boxes of faces may share, and how much of a face lies inside the thing that it belongs to. */
const [mostShared, inside] = [0.3, 0.7];

/** Finds faces of people, the surest first; `things` of the same image tell those of animals. */
export async function findFaces(network: Network, image: Pixels, things: readonly Thing[]): Promise<Face[]> {
  const { rgb, boxBetween } = letterboxed(image, side);
  const outputs = await runGraph(
    network,
    Float32Array.from(rgb, value => value / 127.5 - 1),
    [1, side, side, 3],
  );
  const found: Face[] = [];
  for (const { cells, guesses } of grids) {
    const rows = cells * cells * guesses;
    const logits = outputOf(outputs, rows, 1);
    const boxes = outputOf(outputs, rows, numbers);
    for (let row = 0; row < rows; row++) {
      const score = 1 / (1 + Math.exp(-(logits[row] ?? 0)));
      if (score < leastInPerson) continue;
      const cell = Math.floor(row / guesses);
      const [dx = 0, dy = 0, width = 0, height = 0] = boxes.subarray(row * numbers);
      const x = ((cell % cells) + 0.5) * (side / cells) + dx;
      const y = (Math.floor(cell / cells) + 0.5) * (side / cells) + dy;
      const box = boxBetween(
        { x: x - width / 2, y: y - height / 2 },
        { x: x + width / 2, y: y + height / 2 },
      );
      if (box.width > 0 && box.height > 0) found.push({ score, box });
    }
  }
  return distinct(found, () => mostShared)
    .filter(face => isOfPerson(face, things))
    .slice(0, mostBoxes);
}

/** BlazeFace finds the faces of dogs and cats as well, nearly as sure. */
function isOfPerson({ score, box }: Face, things: readonly Thing[]): boolean {
  const around = things.filter(thing => isInside(box, thing.box));
  return (
    !around.some(({ label }) => withMuzzle.has(label)) &&
    (score >= leastAlone || around.some(({ label }) => label === 'person'))
  );
}

function isInside(box: Box, outer: Box): boolean {
  return sharedArea(box, outer) > inside * box.width * box.height;
}
