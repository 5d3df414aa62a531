import type { Remedy } from '../base/remedies.ts';

/** How a run stands while it works. */
export interface RunProgress {
  phase: 'running' | 'paused' | 'stopped' | 'done';
  /** Pictures asked about at the same time at this moment, and the most that may be. */
  concurrency: number;
  most: number;
  /** Pictures in a minute over the last while; absent until that can be said. */
  rate?: number;
  /** Milliseconds since the epoch until which every question waits, as the provider wants it. */
  waitingUntil?: number;
  /** What it waits for, or why it stopped: a sentence. */
  message?: string;
  hint?: string;
  remedy?: Remedy;
}

/** Why a run came to its end. */
export type RunEnding = 'done' | 'cancelled' | 'capReached' | 'failed';

/**
 * What may be spent; the run asks no question and submits no batch that would go beyond. Images are counted where nothing else
 * says what a question costs.
 */
export interface SpendingCap {
  amount: number;
  unit: 'dollars' | 'tokens' | 'images';
}

/** What the open pictures of a run will take, drawn from answers that came. */
export interface Estimate {
  /** How many answers it is drawn from. */
  answers: number;
  inputTokens: number;
  outputTokens: number;
  /** Asked one by one; absent where all answers came in batches. */
  seconds?: number;
  /** US dollars, where the price is known. */
  money?: number;
  /** The same in batches, where they cost less. */
  batchMoney?: number;
  /** The provider counts no tokens: they are guessed from the pictures' sizes and the lengths of the texts. */
  guessed?: boolean;
}
