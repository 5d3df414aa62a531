import { present } from '../../base/present.ts';
import type { EntryError } from '../../protocol/conversation.ts';

/** The attempts at a question that failed, and were followed by another one. */
export interface Retries {
  count: number;
  /** Why the last of them failed. */
  reason: string;
}

/**
 * What is told of the attempts at a question that failed in the end.
 * @param message Why the last one failed.
 * @param at When it did, milliseconds since the epoch.
 */
export function triedText(
  { count, reason }: Retries,
  message: string,
  at: number,
): NonNullable<EntryError['tried']> {
  return { count: count + 1, at, ...present({ earlier: reason === message ? undefined : reason }) };
}
