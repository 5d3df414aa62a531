import type { ServiceLog } from '../log.ts';
import { dayOf } from './periods.ts';
import type { ServiceStore } from './openStore.ts';
import { removeOldReservations } from './reservations.ts';
import { deleteOldSpend, deleteOldTotals } from './spend.ts';
import { deleteOldTraining } from './trainingRuns.ts';
import { removeExpired } from './sessions.ts';

/** Days for which things are kept, where they differ from the defaults; 0 keeps them for ever. */
export type Retention = Partial<Record<keyof typeof defaultRetention, number>>;

/**
 * Days that a line of the audit trail is kept, a job after it ended, usage after the last request it counts and what was
 * spent on a day, a training run after its script was last heard of, and the description of an image and a shared answer
 * after its last use.
 */
export const defaultRetention = {
  activity: 365,
  jobs: 90,
  usage: 365,
  training: 365,
  descriptions: 30,
  answers: 90,
};

/** Deletes what is older than it is kept, a little at a time. */
export interface Cleaner {
  /** Deletes all that is due, in slices with pauses between them. */
  clean: () => Promise<void>;
  /** Stops; what is due then goes after the next start. */
  close: () => void;
}

const day = 24 * 60 * 60 * 1000;
/** Milliseconds after which a slice ends, and how many times as long requests have the thread between two slices. */
const [longestSlice, share] = [10, 4];
/** Milliseconds between two looks, and before the first. */
const [interval, firstLook] = [60 * 60 * 1000, 30_000];

/** Deletes a few rows of what is older than `before`; false where there are none. */
type Deletion = (store: ServiceStore, before: number) => boolean;

const rows =
  (sql: string): Deletion =>
  (store, before) =>
    store.database.run(sql, before) > 0;

const deleteUsage = rows(`DELETE FROM usage WHERE rowid IN (SELECT rowid FROM usage INDEXED BY usage_age
    WHERE last_used_at < ? ORDER BY last_used_at LIMIT 50)`);

/** Days for which sums are kept in any case: a budget may be for a month. */
const daysOfBudget = 40;

function deleteSpend(store: ServiceStore, before: number): boolean {
  const oldest = Math.min(before, store.now() - daysOfBudget * day);
  return deleteOldSpend(store, dayOf(before)) || deleteOldTotals(store, dayOf(oldest));
}

/** The deletions: a job can be large, and takes its progress reports along. */
const deletions: Record<keyof typeof defaultRetention, Deletion> = {
  activity: rows(
    'DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE at < ? ORDER BY at LIMIT 50)',
  ),
  jobs: rows(`DELETE FROM jobs WHERE number IN (SELECT number FROM jobs INDEXED BY jobs_finished
    WHERE finished_at IS NOT NULL AND finished_at < ? ORDER BY finished_at LIMIT 1)`),
  usage: (store, before) => deleteUsage(store, before) || deleteSpend(store, before),
  training: deleteOldTraining,
  descriptions: rows(`DELETE FROM image_descriptions WHERE number IN (SELECT number FROM image_descriptions
    INDEXED BY image_descriptions_age WHERE used_at < ? ORDER BY used_at LIMIT 20)`),
  answers: rows(`DELETE FROM shared_answers WHERE number IN (SELECT number FROM shared_answers
    INDEXED BY shared_answers_age WHERE used_at < ? ORDER BY used_at LIMIT 20)`),
};

/** Deletes a slice of what is due. False where nothing is left. */
export function deleteSlice(store: ServiceStore, retention: Retention): boolean {
  const begin = performance.now();
  const days = { ...defaultRetention, ...retention };
  const due = (Object.keys(deletions) as (keyof typeof deletions)[])
    .filter(what => days[what] > 0)
    .map(what => ({ remove: deletions[what], before: store.now() - days[what] * day }));
  return store.database.transaction(() => {
    for (const { remove, before } of due)
      while (remove(store, before)) if (performance.now() - begin > longestSlice) return true;
    return false;
  });
}

/** Starts looking for what is due: soon after the start, then every hour. */
export function startCleaning(store: ServiceStore, retention: Retention, log: ServiceLog): Cleaner {
  let closed = false;
  let running: Promise<void> | undefined;
  const work = async () => {
    removeExpired(store);
    removeOldReservations(store);
    for (;;) {
      const begin = performance.now();
      if (closed || !deleteSlice(store, retention)) return;
      await pause((performance.now() - begin) * share);
    }
  };
  const clean = () =>
    (running ??= work()
      .catch((error: unknown) => {
        log({ level: 'warn', message: `What is older than it is kept was not deleted: ${String(error)}` });
      })
      .finally(() => (running = undefined)));
  const first = setTimeout(() => void clean(), firstLook).unref();
  const timer = setInterval(() => void clean(), interval).unref();
  return {
    clean,
    close: () => {
      closed = true;
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds).unref());
}
