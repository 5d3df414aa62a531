import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { keptWorker, type Work } from '../../../src/base/node/keptWorker.ts';

/** A worker that is told by the test what it says. */
interface StagedWorker {
  events: EventEmitter;
  tasks: string[];
  isEnded: boolean;
}

type Message = { part: string } | { whole: string };
type Whole = { whole: string } | { fault: string };

function staged(): {
  workers: StagedWorker[];
  give: Work<string, Whole, { part: string }>;
} {
  const workers: StagedWorker[] = [];
  const give = keptWorker<string, Whole, { part: string }>({
    start: () => {
      const worker: StagedWorker = { events: new EventEmitter(), tasks: [], isEnded: false };
      workers.push(worker);
      return {
        events: worker.events,
        post: task => void worker.tasks.push(task),
        end: () => (worker.isEnded = true),
        hold: () => undefined,
      };
    },
    isNote: (message): message is { part: string } => 'part' in message,
    isSpent: () => false,
    failed: ({ kind }) => ({ fault: kind }),
    idleMs: 60_000,
  });
  return { workers, give };
}

const says = (worker: StagedWorker | undefined, message: Message): void =>
  void worker?.events.emit('message', message);

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('a worker that is kept', () => {
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
});
