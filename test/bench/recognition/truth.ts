import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What a person sees in an image that was looked at. Images are known by their file names. */
export interface Truth {
  /** Of COCO's 80 kinds of things those that a person would name first; absent where only its text is judged. */
  first?: string[];
  /** Others that are there as well. */
  also?: string[];
  /** Its text, where the image is about text and is judged by it. */
  lines?: string[];
  /** Words that can be read in an image that is not about text. */
  words?: string[];
}

/** The truth about each image, by its file name. */
export async function readTruth(): Promise<Record<string, Truth>> {
  return JSON.parse(await readFile(path.join(import.meta.dirname, 'truth.json'), 'utf8')) as Record<
    string,
    Truth
  >;
}
