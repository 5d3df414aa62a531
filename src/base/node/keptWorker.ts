import type { EventEmitter } from 'node:events';
import { abortError, onAbort } from '../onAbort.ts';

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
export interface KeptWorkerOptions<Task, Answer, Note = never> {
  start: () => WorkerHandle<Task>;
  /** Whether a message is only a note before the answer; without it, each message is an answer. */
  isNote?: (message: Answer | Note) => message is Note;
  /** Whether it has to end after this answer. */
  isSpent: (answer: Answer) => boolean;
  /** The answer where it gave none. */
  failed: (failure: WorkFailure, timeoutMs: number) => Answer;
  /** Milliseconds without work after which it ends by itself. */
  idleMs: number;
}

/** What goes with one task. */
export interface TaskOptions<Note> {
  /** Takes a waiting task out of the queue, and ends the worker where it works on this one. */
  signal?: AbortSignal | undefined;
  /** Hears of each note as it comes. */
  onNote?: ((part: Note) => void) | undefined;
}

/** Gives a worker a task; the time limit counts from the task's start, not from its place in the queue. */
export type Work<Task, Answer, Note = never> = (
  task: Task,
  timeoutMs: number,
  options?: TaskOptions<Note>,
) => Promise<Answer>;

/**
 * Works on tasks apart from this thread, one after the other: what a task does there, be it endless or a crash, ends that
 * thread or process and nothing else.
 * @returns what gives it a task; it rejects only with an AbortError, once the task's signal fires.
 */
export function keptWorker<Task, Answer, Note = never>({
  start,
  isNote,
  isSpent,
  failed,
  idleMs,
}: KeptWorkerOptions<Task, Answer, Note>): Work<Task, Answer, Note> {
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
  const next: Work<Task, Answer, Note> = async (task, timeoutMs, options = {}) => {
    if (options.signal?.aborted) throw abortError(options.signal);
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
    const ended = await ask<Task, Answer, Note>(worker, task, timeoutMs, {
      ...options,
      ...(isNote ? { isNote } : {}),
    });
    if ('failure' in ended || ('answer' in ended && isSpent(ended.answer))) end(worker);
    else idle = setTimeout(() => end(worker), idleMs).unref();
    if (options.signal?.aborted) throw abortError(options.signal);
    if ('answer' in ended) return ended.answer;
    return failed('failure' in ended ? ended.failure : { kind: 'exit', code: 0 }, timeoutMs);
  };
  return (task, timeoutMs, options) => {
    const answer = queue.then(() => next(task, timeoutMs, options));
    queue = answer.catch(() => undefined);
    return orAbort(answer, options?.signal);
  };
}

/** The answer, or an AbortError as soon as the signal fires: nobody waits for a queue that goes on without them. */
function orAbort<Answer>(answer: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => reject(abortError(signal)));
    answer.finally(stopListening).then(resolve, reject);
  });
}

/** How a task ended; neither where it was not begun any more. */
type Ended<Answer> = { answer: Answer } | { failure: WorkFailure } | Record<string, never>;

function ask<Task, Answer, Note>(
  worker: WorkerHandle<Task>,
  task: Task,
  timeoutMs: number,
  { signal, onNote, isNote }: TaskOptions<Note> & Pick<KeptWorkerOptions<Task, Answer, Note>, 'isNote'>,
): Promise<Ended<Answer>> {
  // While it started.
  if (signal?.aborted) return Promise.resolve({});
  return new Promise(resolve => {
    const settle = (ended: Ended<Answer>): void => {
      clearTimeout(timer);
      stopListening();
      worker.events.off('message', onMessage);
      worker.events.off('error', onError);
      worker.events.off('exit', onExit);
      worker.hold(false);
      resolve(ended);
    };
    const fail = (failure: WorkFailure): void => settle({ failure });
    const onMessage = (message: Answer | Note): void => {
      if (isNote?.(message)) onNote?.(message);
      else settle({ answer: message as Answer });
    };
    const onError = (error: unknown): void => fail({ kind: 'error', error });
    const onExit = (code: number): void => fail({ kind: 'exit', code });
    const timer = setTimeout(() => fail({ kind: 'timeout' }), timeoutMs);
    const stopListening = onAbort(signal, () => fail({ kind: 'exit', code: 0 }));
    worker.events.on('message', onMessage);
    worker.events.on('error', onError);
    worker.events.on('exit', onExit);
    worker.hold(true);
    worker.post(task);
  });
}
