import type { ErrorCode } from '../base/errors.ts';
import type { Remedy } from '../base/remedies.ts';
import type { Usage } from '../inference/api/answer.ts';
import type { Findings } from '../recognition/findings.ts';
import type { RunPicture } from './runPicture.ts';

/**
 * How far a picture of a run is. `open`: nothing is known yet; `waiting`: being read and prepared, or ready and waiting
 * for its turn; `asking`: the question about it is at the provider; `submitted`: part of a batch that the provider works on;
 * `described` and `failed` are the two ends.
 */
export type RowState = 'open' | WorkState | 'described' | 'failed';

/** What is under way. Not kept on the disk. */
export type WorkState = 'waiting' | 'asking' | 'submitted';

/** Why a picture has no description. */
export interface RowFailure {
  code: ErrorCode;
  /** A sentence for the person, redacted. */
  message: string;
  hint?: string;
  remedy?: Remedy;
}

/** A picture of a run as it stands. Texts are not in it: they stay on the disk, so that memory is flat. */
export interface RunRow {
  /** Place in the run, from 0, in the Explorer's order. */
  index: number;
  picture: RunPicture;
  state: RowState;
  /** SHA-256 of the file's bytes, 64 hexadecimal characters; known once it was read. */
  sha256?: string;
  /**
   * What an answer is for, by which it is kept: `sha256`, or another hash of it together with what the prompt says of the
   * picture's place. Known when `sha256` is.
   */
  asked?: string;
  /** Why there is no description; of a described row, why asking anew brought none. */
  failure?: RowFailure;
  usage?: Usage;
  /** From sending to the end of the answer; absent where it came in a batch, which takes its time with all. */
  seconds?: number;
  /** Its answer was asked for by another of the team, and cost nothing. */
  shared?: true;
  /** The person changed the text. */
  edited: boolean;
  /** The person said that it is good. */
  accepted: boolean;
}

/** A description with what belongs to it, as it lies on the disk. */
export interface Description {
  /** As the person left it, else as it was answered. */
  text: string;
  /** The model's own text. */
  answered: string;
  /** The answer's values, where the question has a schema; of the text as it is now. */
  columns?: Record<string, unknown>;
  /** As the provider names it. */
  model: string;
  usage?: Usage;
  /** As in {@link RunRow}. */
  seconds?: number;
  /** As in {@link RunRow}. */
  shared?: true;
  /** Milliseconds since the epoch. */
  answeredAt: number;
  /** Pixels of the original, orientation applied. */
  width: number;
  height: number;
  /** What was done to the picture or the request that the person should know. */
  notes: string[];
  /** What was found in the picture, where who answered recognises; whatever the person made of the text. */
  findings?: Findings;
}
