import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { threadCalls, type Call } from '../../../src/base/node/threadCalls.ts';

interface StagedThread {
  events: EventEmitter;
  tasks: Call<string>[];
  isHeld: boolean;
  isEnded: boolean;
}

let threads: StagedThread[];
let call: (task: string) => Promise<string>;

beforeEach(() => {
  vi.useFakeTimers();
  threads = [];
  call = threadCalls<string, string>({
    start: () => {
      const thread: StagedThread = { events: new EventEmitter(), tasks: [], isHeld: false, isEnded: false };
      threads.push(thread);
      return {
        events: thread.events,
        post: task => void thread.tasks.push(task),
        hold: held => (thread.isHeld = held),
        end: () => (thread.isEnded = true),
      };
    },
    failed: error => (error instanceof Error ? error.message : String(error)),
    idleMs: 1000,
  });
});
afterEach(() => void vi.useRealTimers());

const says = (thread: StagedThread | undefined, place: number, content: string): void =>
  void thread?.events.emit('message', { id: thread.tasks[place]?.id, content });

test('tasks are worked on together, each with its own answer, and hold the program meanwhile', async () => {
  const answers = [call('one'), call('two')];
  const [thread] = threads;
  expect(thread?.tasks.map(({ content }) => content)).toEqual(['one', 'two']);
  says(thread, 1, 'second');
  expect(await answers[1]).toBe('second');
  expect(thread?.isHeld).toBe(true);
  says(thread, 0, 'first');
  expect(await answers[0]).toBe('first');
  expect(thread?.isHeld).toBe(false);
  expect(threads).toHaveLength(1);
});

test('a thread that ends fails what it worked on, and the next task starts another one', async () => {
  const lost = call('one');
  threads[0]?.events.emit('error', new Error('out of memory'));
  threads[0]?.events.emit('exit', 1);
  expect(await lost).toBe('out of memory');
  const next = call('two');
  expect(threads).toHaveLength(2);
  says(threads[1], 0, 'done');
  expect(await next).toBe('done');
});

test('a thread without work ends after a while, not before', async () => {
  const first = call('one');
  says(threads[0], 0, 'done');
  await first;
  vi.advanceTimersByTime(900);
  const second = call('two');
  vi.advanceTimersByTime(5000);
  expect(threads[0]?.isEnded).toBe(false);
  says(threads[0], 1, 'done');
  await second;
  vi.advanceTimersByTime(1000);
  expect(threads[0]?.isEnded).toBe(true);
  void call('three');
  expect(threads).toHaveLength(2);
});

test('a thread that cannot be started is no reason to hang', async () => {
  const never = threadCalls<string, string>({
    start: () => {
      throw new Error('no script');
    },
    failed: String,
    idleMs: 1,
  });
  expect(await never('one')).toBe('Error: no script');
});
