import { budgetsOfKey } from './budgets.ts';
import type { BudgetState } from './budgets.ts';
import type { ServiceStore } from './openStore.ts';

/** Money that is to be held for a request before it is asked, in billionths of a dollar. */
export interface Reservation {
  /** Of this one request. */
  id: string;
  workspaceId: string;
  keyId: string;
  /** The most that it may cost. */
  nano: number;
  /** Whether that is certain. Otherwise what is left is enough, however little: one such answer may cost more. */
  certain: boolean;
  /** The process that holds it. */
  holder: string;
}

/** What has come of it: `later` where other requests hold what may come back. */
export type Reserved = { kind: 'held' } | { kind: 'later' } | { kind: 'exceeded'; budget: BudgetState };

/** Milliseconds after which the money of a process that is gone is free again; until then it says that it is there. */
export const reservationTime = 2 * 60_000;
/** Milliseconds for which an expired one is kept: a process that was halted may settle it all the same. */
const keptTime = 24 * 60 * 60_000;

/**
 * Holds the money of a request if every budget that it concerns has it left; to be called within a transaction, so that
 * nobody else holds any between the look and the note.
 */
export function reserve(store: ServiceStore, wanted: Reservation): Reserved {
  const budgets = budgetsOfKey(store, wanted);
  const left = Math.min(...budgets.map(({ nano, spent, held }) => nano - spent - held));
  const nano = wanted.certain ? wanted.nano : Math.min(wanted.nano, left);
  if (nano > left || (!wanted.certain && left <= 0)) {
    const needed = wanted.certain ? wanted.nano : 1;
    const exceeded = budgets
      .filter(budget => budget.nano - budget.spent < needed)
      .sort((a, b) => b.resetsAt - a.resetsAt);
    return exceeded[0] === undefined ? { kind: 'later' } : { kind: 'exceeded', budget: exceeded[0] };
  }
  store.database.run(
    'INSERT INTO reservations (id, workspace_id, key_id, nano, holder, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    wanted.id,
    wanted.workspaceId,
    wanted.keyId,
    nano,
    wanted.holder,
    store.now() + reservationTime,
  );
  return { kind: 'held' };
}

/** Gives the money back that was held under an id. False where it was given back before: whoever settles asks this first. */
export function giveBack({ database }: ServiceStore, id: string): boolean {
  return database.run('DELETE FROM reservations WHERE id = ?', id) > 0;
}

/** Says that a process is there still, and its requests are under way. */
export function keepReservations(store: ServiceStore, holder: string): void {
  store.database.run(
    'UPDATE reservations SET expires_at = ? WHERE holder = ?',
    store.now() + reservationTime,
    holder,
  );
}

/** Deletes what nobody will settle any more. */
export function removeOldReservations(store: ServiceStore): void {
  store.database.run('DELETE FROM reservations WHERE expires_at < ?', store.now() - keptTime);
}
