import type { Adaptation } from './recoveries.ts';

/** What helped, by server and model: the next request goes right at once. Lasts as long as the process. */
const learned = new Map<string, ReadonlySet<Adaptation>>();

/** The name under which a server and a model are remembered. */
export function learnedKey(origin: string, model: string): string {
  return `${origin} ${model}`;
}

/** What is known to help there. */
export function recall(key: string): ReadonlySet<Adaptation> {
  return learned.get(key) ?? new Set();
}

/** Keeps what helped. */
export function remember(key: string, adaptations: ReadonlySet<Adaptation>): void {
  if (adaptations.size > 0) learned.set(key, new Set(adaptations));
}

/** Forgets all of it, as a new process would. */
export function forgetLearned(): void {
  learned.clear();
}
