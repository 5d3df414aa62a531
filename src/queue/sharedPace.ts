import { abortError, onAbort } from '../base/onAbort.ts';
import { sleep } from '../base/sleep.ts';
import type { Patiently } from './patiently.ts';
import type { QueueDatabase } from './queueDatabase.ts';

/**
 * The part of a limit that is used: moments are given out by the database's clock, but requests leave by the clocks and
 * connections of many machines.
 */
export const usedOfRate = 0.97;

/** Seconds for which moments are taken ahead; so long the others go on where one of them is told to wait. */
const aheadSeconds = 0.2;

/** Moments that are taken at once. */
const mostTogether = 32;

/** Milliseconds of the longest wait until the database is asked again. */
const longestLook = 2000;

/** Milliseconds of the first pause where a provider has too much and does not say how long to wait, and of the longest. */
const pauses = { first: 1000, longest: 60_000 };

/** @param perMinute Most requests in a minute of all workers; without it, only what the provider refuses slows them. */
export async function setPace(
  database: QueueDatabase,
  id: string,
  perMinute: number | undefined,
): Promise<void> {
  const gap = perMinute === undefined ? 0 : 60 / (perMinute * usedOfRate);
  await database.query(
    `INSERT INTO sightline_queue.paces (id, gap) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET gap = $2`,
    [id, gap],
  );
}

/** Milliseconds by which a moment may be missed: one that is over is let go. */
const mostLate = 150;

/** Milliseconds for which the clocks of the database and of this process are taken to run alike. */
const clockMs = 60_000;

interface Waiter {
  go: () => void;
  isGone: () => boolean;
}

/**
 * When requests to a provider's model may leave, for all workers together: the database gives out the moments, one after the
 * other at the same distance, by its own clock. Whoever dies takes no more along than the moments of a fifth of a second.
 */
export class SharedPace {
  readonly #database: QueueDatabase;
  readonly #id: string;
  readonly #patiently: Patiently;
  readonly #waiting: Waiter[] = [];
  #isTaking = false;
  #clock = { took: Infinity, at: -Infinity, ahead: 0 };

  constructor(database: QueueDatabase, id: string, patiently: Patiently) {
    this.#database = database;
    this.#id = id;
    this.#patiently = patiently;
  }

  /** Resolves when one request may leave. @throws an AbortError once the signal fires. */
  turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        const place = this.#waiting.indexOf(waiter);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(abortError(signal));
      });
      const waiter: Waiter = {
        go: () => {
          stopListening();
          resolve();
        },
        isGone: () => signal.aborted,
      };
      if (signal.aborted) return;
      this.#waiting.push(waiter);
      if (!this.#isTaking) void this.#take();
    });
  }

  /** Lets a request leave at its moment; this process may have been held up meanwhile, and it waits for another one then. */
  #at(wait: number, waiter: Waiter): void {
    const due = performance.now() + wait;
    setTimeout(() => {
      if (waiter.isGone()) return;
      if (performance.now() - due <= mostLate) return waiter.go();
      this.#waiting.unshift(waiter);
      if (!this.#isTaking) void this.#take();
    }, wait);
  }

  /** Makes all workers wait. @param milliseconds As the provider wants it; pauses that grow where it does not say. */
  async setBack(milliseconds: number | undefined): Promise<void> {
    // Several are refused at the same time: only the first one of them makes the pause longer.
    await this.#database.query(
      `UPDATE sightline_queue.paces SET
         setbacks = CASE WHEN paused_until > clock_timestamp() THEN setbacks
           WHEN paused_until > clock_timestamp() - interval '1 minute' THEN least(setbacks + 1, 10) ELSE 1 END,
         paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => coalesce($2::float8,
           CASE WHEN paused_until > clock_timestamp() THEN 0
           ELSE least($4::float8, $3::float8 * power(2, CASE WHEN paused_until > clock_timestamp() - interval '1 minute' THEN setbacks ELSE 0 END))
           END)))
       WHERE id = $1`,
      [
        this.#id,
        milliseconds === undefined ? null : milliseconds / 1000,
        pauses.first / 1000,
        pauses.longest / 1000,
      ],
    );
  }

  async #take(): Promise<void> {
    this.#isTaking = true;
    try {
      while (this.#waiting.length > 0) {
        const { count, firstMs, gapMs } = await this.#patiently(() => this.#moments(this.#waiting.length));
        if (count === 0) await sleep(Math.min(Math.max(firstMs, 1), longestLook));
        for (let place = 0; place < count; place++) {
          const wait = gapMs === 0 ? 0 : firstMs + place * gapMs;
          // Over before it was known: this process was held up, or the database.
          if (wait < -mostLate) continue;
          const waiter = this.#waiting.shift();
          if (waiter === undefined) break;
          if (wait <= 0) waiter.go();
          else this.#at(wait, waiter);
        }
      }
    } catch {
      // The worker ends; whoever waits is told so by its own signal.
    } finally {
      this.#isTaking = false;
    }
  }

  /** Takes moments: how many, milliseconds until the first one, and between two; of none, milliseconds until there are some. */
  async #moments(wanted: number): Promise<{ count: number; firstMs: number; gapMs: number }> {
    const begin = performance.now();
    const [taken] = await this.#database.query<{ count: number; first: number; gap: number; now: number }>(
      `WITH taken AS (
         UPDATE sightline_queue.paces SET next_at = greatest(next_at, clock_timestamp())
           + make_interval(secs => gap * CASE WHEN gap = 0 THEN $2::float8 ELSE greatest(1, least($2::float8, floor($3::float8 / gap))) END)
         WHERE id = $1 AND greatest(next_at, paused_until) <= clock_timestamp() + make_interval(secs => $3::float8 / 2)
           AND paused_until <= clock_timestamp()
         RETURNING gap, next_at,
           CASE WHEN gap = 0 THEN $2::float8 ELSE greatest(1, least($2::float8, floor($3::float8 / gap))) END AS count
       )
       SELECT coalesce(taken.count, 0)::integer AS count, paces.gap, extract(epoch FROM clock_timestamp())::float8 AS now,
         extract(epoch FROM coalesce(taken.next_at - make_interval(secs => taken.count * taken.gap),
           greatest(paces.next_at, paces.paused_until)))::float8 AS first
       FROM sightline_queue.paces LEFT JOIN taken ON true WHERE paces.id = $1`,
      [this.#id, Math.min(wanted, mostTogether), aheadSeconds],
    );
    // A pace that somebody removed is no pace.
    if (taken === undefined) return { count: wanted, firstMs: 0, gapMs: 0 };
    const { count, first, gap, now } = taken;
    return { count, firstMs: this.#here(first, now, begin) - performance.now(), gapMs: gap * 1000 };
  }

  /**
   * When a moment of the database is by the clock of this process, in milliseconds. How the two clocks differ is best told
   * by the exchange that took the shortest time, since one half of it is the error.
   * @param begin When the exchange began in which the database said that it was `now`. Moments are seconds since the epoch.
   */
  #here(moment: number, now: number, begin: number): number {
    const end = performance.now();
    const took = end - begin;
    if (took <= this.#clock.took || end - this.#clock.at > clockMs)
      this.#clock = { took, at: end, ahead: now * 1000 - (begin + end) / 2 };
    return moment * 1000 - this.#clock.ahead;
  }
}
