import type { EventEmitter } from 'node:events';

/** A thread or a process that works on one task at a time: a Worker or a ChildProcess, as far as they agree. */
export interface Apart<Task> {
  /** `message` with an answer, `error`, and `exit` with its code. */
  events: EventEmitter;
  /** Sends a task. */
  post(task: Task): void;
  /** Ends it at once, whatever it does. */
  end(): void;
  /**
   * Settles when it can take a task, and rejects where it never will; absent: at once. Starting does not count as work.
   */
  ready?: Promise<unknown>;
  /** Whether this process waits for it. */
  hold(held: boolean): void;
}

/** Why there is no answer; `start`: it could not be started at all. */
export type Failure =
  | { kind: 'timeout' }
  | { kind: 'start'; error: unknown }
  | { kind: 'error'; error: unknown }
  | { kind: 'exit'; code: number };

/** How tasks are worked on. */
export interface ApartOptions<Task, Answer> {
  start: () => Apart<Task>;
  /** Whether it has to end after this answer. */
  isSpent: (answer: Answer) => boolean;
  /** The answer where it gave none. */
  failed: (failure: Failure, timeoutMs: number) => Answer;
  /** Milliseconds without work after which it ends by itself. */
  idleMs: number;
}

/**
 * Works on tasks apart from this thread, one after the other: what a task does there, be it endless or a crash, ends that
 * thread or process and nothing else.
 * @returns what gives it a task; the time limit counts from the task's start, not from its place in the queue.
 */
export function workApart<Task, Answer>({
  start,
  isSpent,
  failed,
  idleMs,
}: ApartOptions<Task, Answer>): (task: Task, timeoutMs: number) => Promise<Answer> {
  let current: Apart<Task> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const begin = (): Apart<Task> => {
    const apart = start();
    apart.events.on('error', () => undefined);
    apart.events.on('exit', () => {
      if (current === apart) current = undefined;
    });
    apart.hold(false);
    return apart;
  };
  const end = (apart: Apart<Task>): void => {
    if (current === apart) current = undefined;
    apart.end();
  };
  const next = async (task: Task, timeoutMs: number): Promise<Answer> => {
    clearTimeout(idle);
    let apart: Apart<Task> | undefined;
    try {
      apart = current ??= begin();
      apart.hold(true);
      await apart.ready;
    } catch (error) {
      if (apart !== undefined) end(apart);
      return failed({ kind: 'start', error }, timeoutMs);
    }
    if (current !== apart) return failed({ kind: 'exit', code: 0 }, timeoutMs);
    const { answer, isOver } = await ask(apart, task, timeoutMs, failed);
    if (isOver || isSpent(answer)) end(apart);
    else idle = setTimeout(() => end(apart), idleMs).unref();
    return answer;
  };
  return (task, timeoutMs) => {
    const answer = queue.then(() => next(task, timeoutMs));
    queue = answer.catch(() => undefined);
    return answer;
  };
}

function ask<Task, Answer>(
  apart: Apart<Task>,
  task: Task,
  timeoutMs: number,
  failed: (failure: Failure, timeoutMs: number) => Answer,
): Promise<{ answer: Answer; isOver: boolean }> {
  return new Promise(resolve => {
    const settle = (answer: Answer, isOver: boolean): void => {
      clearTimeout(timer);
      apart.events.off('message', onMessage);
      apart.events.off('error', onError);
      apart.events.off('exit', onExit);
      apart.hold(false);
      resolve({ answer, isOver });
    };
    const fail = (failure: Failure): void => settle(failed(failure, timeoutMs), true);
    const onMessage = (answer: Answer): void => settle(answer, false);
    const onError = (error: unknown): void => fail({ kind: 'error', error });
    const onExit = (code: number): void => fail({ kind: 'exit', code });
    const timer = setTimeout(() => fail({ kind: 'timeout' }), timeoutMs);
    apart.events.on('message', onMessage);
    apart.events.on('error', onError);
    apart.events.on('exit', onExit);
    apart.hold(true);
    apart.post(task);
  });
}
