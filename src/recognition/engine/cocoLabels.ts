import { cocoCategories } from '../cocoCategories.ts';

/** The 80 kinds of things of COCO, in the order of the detector's outputs. */
export const cocoLabels: readonly string[] = cocoCategories.map(({ name }) => name);

/** Those with a face that is none of a person's. */
export const withMuzzle: ReadonlySet<string> = new Set([
  ...['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe', 'teddy bear'],
]);
