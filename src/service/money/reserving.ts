import { randomUUID } from 'node:crypto';
import { formatMoney } from '../../base/format.ts';
import { onAbort } from '../../base/onAbort.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { ServiceLog } from '../log.ts';
import { warnOfBudgets } from '../store/budgets.ts';
import type { BudgetState } from '../store/budgets.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { giveBack, keepReservations, reservationTime, reserve } from '../store/reservations.ts';
import type { Reservation, Reserved } from '../store/reservations.ts';
import { addSpend } from '../store/spend.ts';
import type { Spender, SpendSum } from '../store/spend.ts';
import { inDollars } from './nanoDollars.ts';

/** What one answer or several have cost. */
export type Spent = Spender & SpendSum;

/** Holds money of budgets for requests under way, and writes what they have cost. */
export interface Reserving {
  /**
   * Holds the money; waits while other requests hold what may come back. Returns the id under which it is settled.
   * @throws {ServiceError} 429 where it is spent.
   */
  hold: (wanted: Omit<Reservation, 'id' | 'holder'>, signal: AbortSignal) => Promise<string>;
  /** Gives the money back, and writes what the request has cost. A second time does nothing. */
  settle: (id: string, spent: Spent | undefined) => void;
  /** Writes what is not written yet. */
  flush: () => void;
  close: () => void;
}

/** A request that waits for its money. */
interface Waiting {
  wanted: Reservation;
  /** When it has waited long enough, by the clock of this process. */
  until: number;
  done: (refusal?: Error) => void;
}

/** Requests that are looked at, and answers that are written, in one transaction. */
const together = 100;
/** Milliseconds between two looks whether another process, or time itself, has given money back. */
const lookInterval = 250;
/** Milliseconds that a request waits for others at most. */
const longestWait = 5 * 60_000;

/**
 * Starts holding. All that comes at the same time goes into one transaction, so that requests share the time that the disk
 * takes; with the write lock held, nobody else spends between the look at a budget and the note.
 */
export function startReserving(store: ServiceStore, log: ServiceLog): Reserving {
  const holder = randomUUID();
  const held = new Set<string>();
  const ended: { id: string; spent: Spent | undefined }[] = [];
  let asking: Waiting[] = [];
  let waiting: Waiting[] = [];
  let planned = false;

  const plan = () => {
    if (planned) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      const before = ended.length;
      work();
      if (asking.length > 0 || (ended.length > 0 && ended.length < before)) plan();
    });
  };

  const work = () => {
    const all = asking;
    asking = [];
    const over = ended.slice(0, together);
    try {
      const { warned, looked } = store.database.transaction(() => ({
        warned: over.flatMap(({ id, spent }) => (giveBack(store, id) && spent ? write(store, spent) : [])),
        looked: lookAt(store, all),
      }));
      ended.splice(0, over.length);
      over.forEach(({ id }) => held.delete(id));
      warned.forEach(budget => log({ level: 'warn', message: warningWords(budget) }));
      looked.forEach(([one, outcome]) => tell(one, outcome));
      if (over.length > 0) lookAgain();
    } catch (error) {
      all.forEach(({ done }) => done(asError(error)));
      // What is to be written stays, and is tried again with the next look.
      if (over.length > 0) log({ level: 'warn', message: `Spending was not written: ${String(error)}` });
    }
  };

  const tell = (one: Waiting, outcome: Reserved | undefined) => {
    if (outcome === undefined) asking.push(one);
    else if (outcome.kind === 'held') {
      held.add(one.wanted.id);
      one.done();
    } else if (outcome.kind === 'exceeded') one.done(exceeded(outcome.budget, one.wanted, store.now()));
    else if (performance.now() > one.until) one.done(waitedTooLong());
    else waiting.push(one);
  };

  const lookAgain = () => {
    if (waiting.length === 0) return;
    asking = [...waiting, ...asking];
    waiting = [];
    plan();
  };

  const look = setInterval(() => {
    lookAgain();
    if (ended.length > 0) plan();
  }, lookInterval).unref();
  const keep = setInterval(() => {
    try {
      if (held.size > 0) keepReservations(store, holder);
    } catch (error) {
      log({ level: 'warn', message: `Money that is held was not held on to: ${String(error)}` });
    }
  }, reservationTime / 4).unref();

  const flush = () => {
    for (let before = -1; ended.length > 0 && ended.length !== before;) {
      before = ended.length;
      work();
    }
  };

  return {
    hold: (wanted, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const id = randomUUID();
        const one: Waiting = {
          wanted: { ...wanted, id, holder },
          until: performance.now() + longestWait,
          done: refusal => {
            stopListening();
            if (refusal === undefined) resolve(id);
            else reject(refusal);
          },
        };
        const stopListening = onAbort(signal, () => {
          asking = asking.filter(other => other !== one);
          waiting = waiting.filter(other => other !== one);
          one.done(asError(signal.reason));
        });
        asking.push(one);
        plan();
      }),
    settle: (id, spent) => {
      ended.push({ id, spent });
      plan();
    },
    flush,
    close: () => {
      clearInterval(look);
      clearInterval(keep);
      flush();
    },
  };
}

/**
 * Looks at the requests in their order; undefined for those for which there was no time. Where one has to wait, others of
 * its key that want as much wait, too, and are not looked at.
 */
function lookAt(store: ServiceStore, all: readonly Waiting[]): [Waiting, Reserved | undefined][] {
  const blocked = new Map<string, number>();
  let looks = 0;
  return all.map(one => {
    const { workspaceId, keyId, nano, certain } = one.wanted;
    const place = `${workspaceId} ${keyId}`;
    const from = blocked.get(place);
    if (from !== undefined && (from === 0 || (certain && nano >= from))) return [one, { kind: 'later' }];
    if (looks === together) return [one, undefined];
    looks += 1;
    const outcome = reserve(store, one.wanted);
    if (outcome.kind === 'later') blocked.set(place, certain ? Math.min(nano, from ?? nano) : 0);
    return [one, outcome];
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was cancelled', { cause: reason });
}

function write(store: ServiceStore, spent: Spent): BudgetState[] {
  addSpend(store, spent);
  return spent.nano === 0 ? [] : warnOfBudgets(store, spent);
}

function warningWords({ keyName, nano, spent, period }: BudgetState): string {
  return `${formatMoney(inDollars(spent))} of the budget of ${formatMoney(inDollars(nano))} a ${period} are spent by ${spenderWords(keyName)}`;
}

function spenderWords(keyName: string | null): string {
  return keyName === null ? 'the workspace' : `the key “${keyName}”`;
}

function exceeded(budget: BudgetState, { nano, certain }: Reservation, now: number): ServiceError {
  const { keyName, resetsAt, period } = budget;
  const reset = new Date(resetsAt).toISOString();
  const left = Math.max(0, budget.nano - budget.spent);
  const of = `${formatMoney(inDollars(budget.nano))} a ${period} for ${spenderWords(keyName)}`;
  const why =
    certain && left > 0
      ? `${formatMoney(inDollars(left))} of ${of} are left, and this request may cost ${formatMoney(inDollars(nano))}`
      : `${of} are spent`;
  return new ServiceError(429, `Budget exceeded: ${why}. The budget resets at ${reset}.`, {
    'Retry-After': String(Math.max(1, Math.ceil((resetsAt - now) / 1000))),
    'X-RateLimit-Reset': reset,
  });
}

function waitedTooLong(): ServiceError {
  return new ServiceError(429, 'What is left of the budget is held for other requests; please try again', {
    'Retry-After': '5',
  });
}
