import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keptWorker, type Work } from '../../../src/base/node/keptWorker.ts';

/** A worker that is told by the test what it says. */
interface StagedWorker {
  events: EventEmitter;
  tasks: string[];
  isEnded: boolean;
  isCancelled: boolean;
  /** Milliseconds, where they are known. */
  worked: number;
}

type Message = { part: string } | { whole: string };
type Whole = { whole: string } | { fault: string };

function staged({
  canCancel = false,
  tellsWork = false,
  ...options
}: { canCancel?: boolean; tellsWork?: boolean; atOnce?: () => number; graceMs?: number } = {}): {
  workers: StagedWorker[];
  give: Work<string, Whole, { part: string }>;
} {
  const workers: StagedWorker[] = [];
  const give = keptWorker<string, Whole, { part: string }>({
    start: () => {
      const worker: StagedWorker = {
        events: new EventEmitter(),
        tasks: [],
        isEnded: false,
        isCancelled: false,
        worked: 0,
      };
      workers.push(worker);
      return {
        events: worker.events,
        post: task => void worker.tasks.push(task),
        end: () => (worker.isEnded = true),
        hold: () => undefined,
        ...(tellsWork ? { worked: () => Promise.resolve(worker.worked) } : {}),
        ...(canCancel ? { cancel: () => void (worker.isCancelled = true) } : {}),
      };
    },
    isNote: (message): message is { part: string } => 'part' in message,
    isSpent: () => false,
    failed: ({ kind }) => ({ fault: kind }),
    idleMs: 60_000,
    ...options,
  });
  return { workers, give };
}

const says = (worker: StagedWorker | undefined, message: Message): void =>
  void worker?.events.emit('message', message);

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('a worker that is kept', () => {
  afterEach(() => void vi.useRealTimers());

  it('ends after its idle time, counted anew with each task, and the next task begins another', async () => {
    vi.useFakeTimers();
    const { workers, give } = staged();
    for (const task of ['first', 'second']) {
      const answer = give(task, 600_000);
      await turns();
      // Working is no idling.
      vi.advanceTimersByTime(300_000);
      says(workers[0], { whole: task });
      await answer;
      vi.advanceTimersByTime(59_999);
    }
    expect(workers.map(({ isEnded, tasks }) => [isEnded, tasks])).toEqual([[false, ['first', 'second']]]);
    vi.advanceTimersByTime(1);
    expect(workers[0]?.isEnded).toBe(true);
    const third = give('third', 60_000);
    await turns();
    says(workers[1], { whole: '3' });
    expect(await third).toEqual({ whole: '3' });
  });

  it('tells parts as they come, and answers with the whole', async () => {
    const { workers, give } = staged();
    const parts: string[] = [];
    const answer = give('one', 60_000, { onNote: ({ part }) => parts.push(part) });
    await turns();
    says(workers[0], { part: 'a ' });
    says(workers[0], { part: 'lake' });
    expect(parts).toEqual(['a ', 'lake']);
    says(workers[0], { whole: 'a lake' });
    expect(await answer).toEqual({ whole: 'a lake' });
  });

  it('ends where its task is stopped, and another one takes the next task', async () => {
    const { workers, give } = staged();
    const stop = new AbortController();
    const first = give('first', 60_000, { signal: stop.signal });
    const second = give('second', 60_000);
    await turns();
    stop.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await turns();
    expect(workers.map(({ isEnded, tasks }) => [isEnded, tasks])).toEqual([
      [true, ['first']],
      [false, ['second']],
    ]);
    says(workers[1], { whole: 'done' });
    expect(await second).toEqual({ whole: 'done' });
  });

  it('never begins a task that was stopped while it waited', async () => {
    const { workers, give } = staged();
    const stop = new AbortController();
    const first = give('first', 60_000);
    const second = give('second', 60_000, { signal: stop.signal });
    const third = give('third', 60_000);
    await turns();
    stop.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    says(workers[0], { whole: '1' });
    await first;
    await turns();
    says(workers[0], { whole: '3' });
    expect(await third).toEqual({ whole: '3' });
    expect(workers.map(({ tasks }) => tasks)).toEqual([['first', 'third']]);
  });

  it('works on as many tasks at once as it may, the others wait', async () => {
    const { workers, give } = staged({ atOnce: () => 2 });
    const answers = ['a', 'b', 'c'].map(task => give(task, 60_000));
    await turns();
    expect(workers.map(({ tasks }) => tasks)).toEqual([['a'], ['b']]);
    says(workers[1], { whole: 'B' });
    await turns();
    expect(workers.map(({ tasks }) => tasks)).toEqual([['a'], ['b', 'c']]);
    says(workers[0], { whole: 'A' });
    says(workers[1], { whole: 'C' });
    expect(await Promise.all(answers)).toEqual([{ whole: 'A' }, { whole: 'B' }, { whole: 'C' }]);
  });

  it('is asked to give up a task that is stopped, kept where it does, and ended where it does not', async () => {
    for (const obeys of [true, false]) {
      const { workers, give } = staged({ graceMs: 20, canCancel: true });
      const stop = new AbortController();
      const first = give('first', 60_000, { signal: stop.signal });
      const second = give('second', 60_000);
      await turns();
      stop.abort();
      await expect(first).rejects.toMatchObject({ name: 'AbortError' });
      expect(workers.map(({ isCancelled, isEnded }) => [isCancelled, isEnded])).toEqual([[true, false]]);
      if (obeys) says(workers[0], { whole: 'given up' });
      await expect.poll(() => workers.at(-1)?.tasks.at(-1)).toBe('second');
      expect(workers.map(({ isEnded }) => isEnded)).toEqual(obeys ? [false] : [true, false]);
      says(workers.at(-1), { whole: '2' });
      expect(await second).toEqual({ whole: '2' });
    }
  });

  it('has its limit in time that it works: a busy machine is no reason to give up, but six times the limit is', async () => {
    vi.useFakeTimers();
    const { workers, give } = staged({ tellsWork: true });
    const slow = give('slow', 20_000);
    await turns();
    for (const worked of [5_000, 12_000, 19_000]) {
      if (workers[0] !== undefined) workers[0].worked = worked;
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(workers[0]?.isEnded).toBe(false);
    says(workers[0], { whole: 'done' });
    expect(await slow).toEqual({ whole: 'done' });

    const endless = give('endless', 20_000);
    await turns();
    if (workers[0] !== undefined) workers[0].worked += 20_000;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await endless).toEqual({ fault: 'timeout' });

    const asleep = give('asleep', 20_000);
    await turns();
    await vi.advanceTimersByTimeAsync(119_000);
    expect(workers[1]?.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asleep).toEqual({ fault: 'timeout' });
  });
});
