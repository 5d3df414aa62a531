import type { Findings } from './findings.ts';

/** What comes of an image before its text has been read. */
export type FirstFindings = Pick<Findings, 'width' | 'height' | 'things' | 'faces'>;

/** How an image is looked at. */
export interface RecogniseOptions {
  /** Ends the work within a second. */
  signal?: AbortSignal;
  /** Size of the image that the boxes are wanted in, pixels; else that of the source. */
  size?: { width: number; height: number };
  /** Only text and codes, or only things and faces; else all. */
  only?: 'text' | 'things';
  /** Called once with what is there before the text. */
  onFirst?: (first: FirstFindings) => void;
}

/**
 * Looks at an image, in a process of its own.
 * @param source bytes of an image file, its path, or a `data:image/` URL.
 * @throws {RecognitionOff} where recognition is turned off, or cannot run here.
 * @throws {ValueError} where the source is no image.
 */
export type RecogniseImage = (source: string | Uint8Array, options?: RecogniseOptions) => Promise<Findings>;
