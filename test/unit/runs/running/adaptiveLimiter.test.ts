import { beforeEach, describe, expect, test } from 'vitest';
import { isAbort } from '../../../../src/base/errors.ts';
import {
  AdaptiveLimiter,
  type AdaptiveLimiterOptions,
  type Permit,
} from '../../../../src/runs/running/adaptiveLimiter.ts';

const never = new AbortController().signal;

/** A pace on a clock that stands still until {@link pass} moves it. */
class Stage {
  now = 0;
  #alarms: { at: number; ring: () => void }[] = [];
  readonly turns: Permit[] = [];
  readonly limiter: AdaptiveLimiter;

  constructor(parts: Partial<AdaptiveLimiterOptions> = {}) {
    this.limiter = new AdaptiveLimiter({
      most: () => 8,
      now: () => this.now,
      random: () => 0,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          this.#alarms.push({ at: this.now + milliseconds, ring: resolve });
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
      ...parts,
    });
  }

  get alarms(): number[] {
    return this.#alarms.map(({ at }) => at);
  }

  /** So many ask for their turn; those who got it are in {@link turns}. */
  async want(count: number): Promise<void> {
    for (let one = 0; one < count; one++)
      void this.limiter.turn(never).then(
        turn => this.turns.push(turn),
        () => undefined,
      );
    await settle();
  }

  async end(how: Parameters<Permit['end']>[0], count = 1): Promise<void> {
    for (const turn of this.turns.splice(0, count)) turn.end(how);
    await settle();
  }

  /** The clock is put back; alarms do not depend on it. */
  putBack(milliseconds: number): void {
    this.now -= milliseconds;
    for (const alarm of this.#alarms) alarm.at -= milliseconds;
  }

  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    const due = this.#alarms.filter(({ at }) => at <= this.now);
    this.#alarms = this.#alarms.filter(({ at }) => at > this.now);
    for (const { ring } of due) ring();
    await settle();
  }
}

function settle(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('growing', () => {
  test('a run begins with one question, then each answer makes room for eight more', async () => {
    stage = new Stage({ most: () => 20 });
    await stage.want(100);
    const widths = [stage.limiter.asking];
    for (let round = 0; round < 3; round++) {
      await stage.end('answered', stage.turns.length);
      widths.push(stage.limiter.asking);
    }
    expect(widths).toEqual([1, 9, 20, 20]);
  });

  test('failures that say nothing about the pace do not change it', async () => {
    await stage.want(10);
    await stage.end('failed');
    expect(stage.limiter.asking).toBe(1);
    expect(stage.limiter.waitingUntil).toBeUndefined();
  });

  test('the setting holds at once, up and down', async () => {
    let most = 2;
    stage = new Stage({ most: () => most });
    await stage.want(100);
    await stage.end('answered', 1);
    expect(stage.limiter.asking).toBe(2);
    most = 8;
    for (let round = 0; round < 4; round++) await stage.end('answered', stage.turns.length);
    expect(stage.limiter.asking).toBe(8);
    most = 1;
    await stage.end('answered', 7);
    expect(stage.limiter.asking).toBe(1);
  });

  test('a pace that is not used does not grow', async () => {
    stage = new Stage({ most: () => 20 });
    for (let turn = 0; turn < 5; turn++) {
      await stage.want(1);
      await stage.end('answered');
    }
    await stage.want(100);
    expect(stage.limiter.asking).toBe(9);
  });
});

describe('too fast', () => {
  async function eight(): Promise<void> {
    await stage.want(100);
    for (let round = 0; round < 3; round++) await stage.end('answered', stage.turns.length);
  }

  test('all wait as long as the provider wants, then one asks, then more, slower beyond the half', async () => {
    await eight();
    await stage.end({ tooFast: 2000 });
    await stage.end({ tooFast: 1500 });
    await stage.end('answered', 6);
    expect(stage.limiter.asking).toBe(0);
    expect(stage.limiter.waitingUntil).toBe(2000);
    await stage.pass(1999);
    expect(stage.limiter.asking).toBe(0);
    await stage.pass(1);
    expect(stage.limiter.asking).toBe(1);
    const widths: number[] = [];
    for (let round = 0; round < 5; round++) {
      await stage.end('answered', stage.turns.length);
      widths.push(stage.limiter.asking);
    }
    expect(widths).toEqual([2, 4, 4, 5, 6]);
  });

  test('a later and longer wish makes the wait longer', async () => {
    await eight();
    await stage.end({ tooFast: 1000 });
    await stage.pass(500);
    await stage.end({ tooFast: 3000 }, 7);
    await stage.pass(500);
    expect(stage.limiter.asking).toBe(0);
    await stage.pass(2500);
    expect(stage.limiter.asking).toBe(1);
  });

  test('without a wish of the provider the pauses grow, to a minute at most, until it answers', async () => {
    await stage.want(100);
    const pauses: number[] = [];
    for (let round = 0; round < 8; round++) {
      await stage.end({ tooFast: undefined });
      const pause = (stage.limiter.waitingUntil ?? 0) - stage.now;
      pauses.push(pause);
      await stage.pass(pause);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    await stage.end('answered');
    await stage.end({ tooFast: undefined });
    expect((stage.limiter.waitingUntil ?? 0) - stage.now).toBe(1000);
  });

  test('pauses are shortened by chance, so that not everybody comes back at the same time', async () => {
    stage = new Stage({ random: () => 1 });
    await stage.want(1);
    await stage.end({ tooFast: undefined });
    expect(stage.limiter.waitingUntil).toBe(750);
  });

  test('connections that break now and then do not count, many do', async () => {
    await eight();
    await stage.end('broken');
    await stage.end('answered', 8);
    await stage.end('answered', 8);
    await stage.end('broken', 2);
    expect(stage.limiter.asking).toBe(8);
    await stage.end('broken', 2);
    expect(stage.limiter.asking).toBeLessThan(8);
    expect(stage.limiter.waitingUntil).toBe(1000);
  });
});

describe('stopping', () => {
  test('who stops waiting leaves at once, and takes the alarm with him', async () => {
    await stage.want(1);
    await stage.end({ tooFast: 60_000 });
    const stop = new AbortController();
    const waiting = stage.limiter.turn(stop.signal);
    await settle();
    expect(stage.alarms).toEqual([60_000]);
    stop.abort();
    await expect(waiting).rejects.toSatisfy(isAbort);
    expect(stage.limiter.waiting).toBe(0);
    await stage.want(1);
    await stage.pass(60_000);
    expect(stage.limiter.asking).toBe(1);
  });

  test('held back, nobody asks until released', async () => {
    stage.limiter.hold();
    await stage.want(5);
    expect(stage.limiter.asking).toBe(0);
    stage.limiter.release();
    expect(stage.limiter.asking).toBe(1);
  });

  test('a question that was asked before goes first', async () => {
    await stage.want(1);
    const order: string[] = [];
    const note = (name: string) => (turn: Permit) => {
      order.push(name);
      turn.end('answered');
    };
    const fresh = stage.limiter.turn(never).then(note('fresh'));
    const again = stage.limiter.turn(never, { ahead: true }).then(note('again'));
    await stage.end('failed');
    await Promise.all([fresh, again]);
    expect(order).toEqual(['again', 'fresh']);
  });
});

test('a server that wants no pause and has too much again gets ever longer ones', async () => {
  const pauses: number[] = [];
  for (let time = 0; time < 5; time++) {
    await stage.want(1);
    await stage.end({ tooFast: 0 });
    pauses.push((stage.limiter.waitingUntil ?? stage.now) - stage.now);
    await stage.pass(pauses.at(-1) ?? 0);
  }
  expect(pauses).toEqual([0, 2000, 4000, 8000, 16_000]);
});

test('a wait ends when it was waited for, though the clock was put back meanwhile', async () => {
  await stage.want(1);
  await stage.end({ tooFast: 60_000 });
  await stage.want(1);
  expect(stage.turns).toHaveLength(0);
  stage.putBack(3_600_000);
  await stage.pass(60_000);
  expect(stage.turns).toHaveLength(1);
});
