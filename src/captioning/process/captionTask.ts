import type { CaptionerKind, WeightType } from '../models/captionerKind.ts';

/** Pixels of an image, red, green and blue, rows from the top. */
export interface CaptionPixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** An image to be described by a model. */
export interface CaptionTask {
  /** The model's own folder. */
  folder: string;
  kind: CaptionerKind;
  weights: Record<string, WeightType>;
  image: CaptionPixels;
  /** What is asked; Florence-2 takes the name of a task. */
  prompt: string;
  /** Longest answer in the model's tokens. */
  maxTokens: number;
}

/** A piece of the answer as it is written. */
export interface CaptionNote {
  piece: string;
}

/** What became of a task; `isCut`: the longest answer was reached. */
export type CaptionAnswer = { text: string; isCut: boolean; tokens: number } | { fault: string };
