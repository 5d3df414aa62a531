import { plural } from '../../base/format.ts';

/** The attempts at a question that failed, and were followed by another one. */
export interface Retries {
  count: number;
  /** Why the last of them failed. */
  reason: string;
}

/**
 * What is said of failed attempts once nothing waits any more.
 * @param error Why the last attempt failed too, where it did.
 */
export function retryWords({ count, reason }: Retries, error?: string): string {
  const failed = `${plural(count, 'earlier attempt')} failed`;
  return reason === error ? `${failed} in the same way.` : `${failed}: ${reason}`;
}
