import type { EventEmitter } from 'node:events';

/** A thread or a process that works on one task at a time: a Worker or a ChildProcess, as far as they agree. */
export interface WorkerHandle<Task> {
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
export type WorkFailure =
  | { kind: 'timeout' }
  | { kind: 'start'; error: unknown }
  | { kind: 'error'; error: unknown }
  | { kind: 'exit'; code: number };

/** How tasks are worked on. */
export interface KeptWorkerOptions<Task, Answer> {
  start: () => WorkerHandle<Task>;
  /** Whether it has to end after this answer. */
  isSpent: (answer: Answer) => boolean;
  /** The answer where it gave none. */
  failed: (failure: WorkFailure, timeoutMs: number) => Answer;
  /** Milliseconds without work after which it ends by itself. */
  idleMs: number;
}

/**
 * Works on tasks apart from this thread, one after the other: what a task does there, be it endless or a crash, ends that
 * thread or process and nothing else.
 * @returns what gives it a task; the time limit counts from the task's start, not from its place in the queue.
 */
export function keptWorker<Task, Answer>({
  start,
  isSpent,
  failed,
  idleMs,
}: KeptWorkerOptions<Task, Answer>): (task: Task, timeoutMs: number) => Promise<Answer> {
  let current: WorkerHandle<Task> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const begin = (): WorkerHandle<Task> => {
    const worker = start();
    worker.events.on('error', () => undefined);
    worker.events.on('exit', () => {
      if (current === worker) current = undefined;
    });
    worker.hold(false);
    return worker;
  };
  const end = (worker: WorkerHandle<Task>): void => {
    if (current === worker) current = undefined;
    worker.end();
  };
  const next = async (task: Task, timeoutMs: number): Promise<Answer> => {
    clearTimeout(idle);
    let worker: WorkerHandle<Task> | undefined;
    try {
      worker = current ??= begin();
      worker.hold(true);
      await worker.ready;
    } catch (error) {
      if (worker !== undefined) end(worker);
      return failed({ kind: 'start', error }, timeoutMs);
    }
    if (current !== worker) return failed({ kind: 'exit', code: 0 }, timeoutMs);
    const { answer, isOver } = await ask(worker, task, timeoutMs, failed);
    if (isOver || isSpent(answer)) end(worker);
    else idle = setTimeout(() => end(worker), idleMs).unref();
    return answer;
  };
  return (task, timeoutMs) => {
    const answer = queue.then(() => next(task, timeoutMs));
    queue = answer.catch(() => undefined);
    return answer;
  };
}

function ask<Task, Answer>(
  worker: WorkerHandle<Task>,
  task: Task,
  timeoutMs: number,
  failed: (failure: WorkFailure, timeoutMs: number) => Answer,
): Promise<{ answer: Answer; isOver: boolean }> {
  return new Promise(resolve => {
    const settle = (answer: Answer, isOver: boolean): void => {
      clearTimeout(timer);
      worker.events.off('message', onMessage);
      worker.events.off('error', onError);
      worker.events.off('exit', onExit);
      worker.hold(false);
      resolve({ answer, isOver });
    };
    const fail = (failure: WorkFailure): void => settle(failed(failure, timeoutMs), true);
    const onMessage = (answer: Answer): void => settle(answer, false);
    const onError = (error: unknown): void => fail({ kind: 'error', error });
    const onExit = (code: number): void => fail({ kind: 'exit', code });
    const timer = setTimeout(() => fail({ kind: 'timeout' }), timeoutMs);
    worker.events.on('message', onMessage);
    worker.events.on('error', onError);
    worker.events.on('exit', onExit);
    worker.hold(true);
    worker.post(task);
  });
}
