import type { Random } from './random.ts';

/** What is tried in one iteration: bytes, a text, or a value of JSON. */
export type Input = Uint8Array | string | object;

/** A part of Sightline that reads what others write. */
export interface Target<Tried extends Input = Input> {
  /** Longest that one iteration may take, in seconds, on a busy machine too. 20. */
  seconds?: number;
  /** An input, from nothing but chance. */
  make: (random: Random) => Tried | Promise<Tried>;
  /** Tries it; rejects only where a promise is broken. What an input may do (be refused, for one) is no failure. */
  attempt: (input: Tried) => Promise<void>;
}

/** The seed of one iteration. */
export function iterationSeed(seed: number, name: string, iteration: number): string {
  return `${seed} ${name} ${iteration}`;
}
