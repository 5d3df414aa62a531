import { activityBetween, newestActivity } from '../store/activity.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { activityEvent } from './activityEvent.ts';

/** Which entries of an audit trail are wanted. */
export interface ActivityFilter {
  /** Only those after the entry of this id. */
  after?: number | undefined;
  /** Only those at this time or later: milliseconds since 1970. */
  since?: number | undefined;
  /** Only what the person, key or host of this id did. */
  actor?: string | undefined;
}

/** Entries that are read at a time; requests come in between. */
const perPage = 500;

/**
 * A workspace's audit trail as JSON Lines, the oldest entry first, in pieces of some hundred lines: each piece is read when
 * it is asked for. It ends with the entry that was the newest when it began.
 */
export async function* activityLines(
  store: Pick<ServiceStore, 'database'>,
  workspaceId: string,
  { after = 0, since = -Infinity, actor }: ActivityFilter = {},
): AsyncGenerator<string, void> {
  const upTo = newestActivity(store, workspaceId);
  for (let last = after; last < upTo;) {
    const rows = activityBetween(store, workspaceId, { after: last, upTo, limit: perPage });
    const wanted = rows.filter(row => row.at >= since && (actor === undefined || row.actor_id === actor));
    if (wanted.length > 0) yield wanted.map(row => `${JSON.stringify(activityEvent(row))}\n`).join('');
    // A trail of which nothing is wanted must not hold others up either.
    else await new Promise(resolve => setImmediate(resolve));
    last = rows.at(-1)?.id ?? upTo;
  }
}
