import type { ApiFormat } from '../../inference/api/apiFormat.ts';

/** A picture in a batch: what an answer to it is kept with. */
export interface PartLine {
  /** Place in the run of the first row with this content. */
  index: number;
  /** Pixels of the original, orientation applied. */
  width: number;
  height: number;
  /** What was done to the picture that the person should know. */
  notes: string[];
}

/**
 * One batch of a run, from before it is created until nothing of it is left at the provider. No picture, no text and no
 * key is kept of it.
 */
export interface BatchPart {
  /** A name of ours, which the batch carries as metadata and its file as its name. */
  key: string;
  /** Milliseconds since the epoch at which it was planned. */
  at: number;
  /** Identity of the question. */
  question: string;
  /** Where it went. */
  origin: string;
  api: ApiFormat;
  /** By the pictures' SHA-256, in the order of the file's lines. */
  lines: ReadonlyMap<string, PartLine>;
  /** The provider's id of the file with the requests; absent until it is uploaded. */
  fileId?: string;
  /** The provider's id; absent until it is known that the batch was created. */
  batchId?: string;
  /** All that it brought is kept; only its files, these, may still be at the provider. */
  read?: readonly string[];
}

/** Under which name the batch's metadata hold {@link BatchPart.key}, and the run's id. */
export const metadataNames = { part: 'sightline_part', run: 'sightline_run' } as const;

/** The name of the uploaded file. */
export function uploadName({ key }: Pick<BatchPart, 'key'>): string {
  return `sightline-${key}.jsonl`;
}
