import { createHash } from 'node:crypto';

/** Chance that can be repeated: the same seed gives the same choices on every machine. */
export interface Random {
  /** From 0 to 1, without 1. */
  (): number;
  /** A whole number from 0, below this. */
  below(end: number): number;
  /** Whether something with this probability happens. */
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** Random choices from a seed of any text (Mulberry32 over its SHA-256). */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return Object.assign(next, {
    below,
    chance: (probability: number) => next() < probability,
    pick<Value>(values: readonly Value[]): Value {
      if (values.length === 0) throw new RangeError('There is nothing to pick from.');
      return values[below(values.length)] as Value;
    },
  });
}
