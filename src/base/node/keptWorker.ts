import type { EventEmitter } from 'node:events';
import { abortError, onAbort } from '../onAbort.ts';
import { Semaphore } from '../semaphore.ts';
import { unlessAborted } from '../unlessAborted.ts';

/** A thread or a process that works on one task at a time: a Worker or a ChildProcess, as far as they agree. */
export interface WorkerHandle<Task> {
  /** `message` with an answer, `error`, and `exit` with its code. */
  events: EventEmitter;
  /** Sends a task, and memory that moves there where it can. */
  post(task: Task, moved?: readonly ArrayBuffer[]): void;
  /** Asks it to give up its task and to answer at once; absent: it is ended instead. */
  cancel?(): void;
  /** Ends it at once, whatever it does. */
  end(): void;
  /**
   * Settles when it can take a task, and rejects where it never will; absent: at once. Starting does not count as work.
   */
  ready?: Promise<unknown>;
  /** Milliseconds of processor time that it has used since it started; absent, or rejects: not known. */
  worked?(): Promise<number>;
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
  /** Whether it has to end after this answer. */
  isSpent: (answer: Answer) => boolean;
  /** The answer where it gave none. */
  failed: (failure: WorkFailure, timeoutMs: number) => Answer;
  /** Milliseconds without work after which it ends by itself. */
  idleMs: number;
  /** How many tasks are worked on at once, each by a worker of its own; absent: one. */
  atOnce?: () => number;
  /** What it sends before its answer. */
  isNote?: (message: Answer | Note) => message is Note;
  /** Milliseconds that a cancelled worker has to answer before it is ended; absent: none. */
  graceMs?: number;
}

/** What belongs to one task. */
export interface TaskOptions<Note> {
  /** Ends the wait at once, and the work as the worker allows it. */
  signal?: AbortSignal | undefined;
  onNote?: ((part: Note) => void) | undefined;
}

/**
 * Gives a worker a task; the time limit counts from the task's start, not from its place in the queue. It counts the time that
 * the worker works, where that is known: on a busy machine a task may take {@link patience} times as long.
 */
export type Work<Task, Answer, Note = never> = (
  task: Task,
  timeoutMs: number,
  options?: TaskOptions<Note>,
) => Promise<Answer>;

/** How many times its limit a task may take that does not get to work. */
export const patience = 6;

/**
 * Works on tasks apart from this thread, in the order in which they come: what a task does there, be it endless or a crash,
 * ends that thread or process and nothing else.
 * @returns what gives it a task; it rejects only where the task's signal fires.
 */
export function keptWorker<Task, Answer, Note = never>(
  options: KeptWorkerOptions<Task, Answer, Note>,
): Work<Task, Answer, Note> {
  const { start, isSpent, failed, idleMs, atOnce = () => 1 } = options;
  const turns = new Semaphore(working => working < atOnce());
  /** Those without a task, the one that had the last one at the end. */
  const resting: { worker: WorkerHandle<Task>; idle: NodeJS.Timeout }[] = [];

  const begin = (): WorkerHandle<Task> => {
    const worker = start();
    worker.events.on('error', () => undefined);
    worker.events.on('exit', () => void take(worker));
    worker.hold(false);
    return worker;
  };
  const take = (wanted = resting.at(-1)?.worker): WorkerHandle<Task> | undefined => {
    const place = resting.findIndex(({ worker }) => worker === wanted);
    const [taken] = place < 0 ? [] : resting.splice(place, 1);
    clearTimeout(taken?.idle);
    return taken?.worker;
  };
  const rest = (worker: WorkerHandle<Task>): void => {
    const end = (): void => take(worker)?.end();
    resting.push({ worker, idle: setTimeout(end, idleMs).unref() });
  };
  const next = async (task: Task, timeoutMs: number, wanted: TaskOptions<Note>): Promise<Answer> => {
    let worker: WorkerHandle<Task> | undefined;
    try {
      worker = take() ?? begin();
      worker.hold(true);
      await worker.ready;
    } catch (error) {
      worker?.end();
      return failed({ kind: 'start', error }, timeoutMs);
    }
    if (wanted.signal?.aborted === true) {
      // While it started: it is there for the next one.
      worker.hold(false);
      rest(worker);
      throw abortError(wanted.signal);
    }
    const { answer, isOver } = await ask(worker, { task, timeoutMs, ...wanted }, options);
    if (isOver || isSpent(answer)) worker.end();
    else rest(worker);
    return answer;
  };
  return async (task, timeoutMs, wanted = {}) => {
    await turns.enter(wanted.signal);
    const work = next(task, timeoutMs, wanted).finally(() => turns.leave());
    return unlessAborted(work, wanted.signal);
  };
}

function ask<Task, Answer, Note>(
  worker: WorkerHandle<Task>,
  { task, timeoutMs, signal, onNote }: { task: Task; timeoutMs: number } & TaskOptions<Note>,
  { failed, isNote, graceMs = 0 }: KeptWorkerOptions<Task, Answer, Note>,
): Promise<{ answer: Answer; isOver: boolean }> {
  return new Promise(resolve => {
    let grace: NodeJS.Timeout | undefined;
    const settle = (answer: Answer, isOver: boolean): void => {
      isSettled = true;
      clearTimeout(timer);
      clearTimeout(grace);
      off();
      worker.events.off('message', onMessage);
      worker.events.off('error', onError);
      worker.events.off('exit', onExit);
      worker.hold(false);
      resolve({ answer, isOver });
    };
    const fail = (failure: WorkFailure): void => settle(failed(failure, timeoutMs), true);
    const onMessage = (message: Answer | Note): void => {
      if (isNote?.(message) !== true) settle(message as Answer, false);
      else if (signal?.aborted !== true) onNote?.(message);
    };
    const onError = (error: unknown): void => fail({ kind: 'error', error });
    const onExit = (code: number): void => fail({ kind: 'exit', code });
    const giveUp = (): void => fail({ kind: 'timeout' });
    let isSettled = false;
    const begun = worker.worked?.().catch(() => undefined);
    /** Milliseconds that are left of the limit, by the time that it worked; none where that is not known. */
    const left = async (): Promise<number> => {
      const [before, now] = await Promise.all([begun, worker.worked?.().catch(() => undefined)]);
      return before === undefined || now === undefined ? 0 : timeoutMs - (now - before);
    };
    let waited = timeoutMs;
    const look = async (): Promise<void> => {
      const rest = Math.min(await left(), patience * timeoutMs - waited);
      if (isSettled) return;
      if (rest < 1) return giveUp();
      waited += rest;
      timer = setTimeout(() => void look(), rest);
    };
    let timer = setTimeout(() => void look(), timeoutMs);
    worker.events.on('message', onMessage);
    worker.events.on('error', onError);
    worker.events.on('exit', onExit);
    worker.hold(true);
    worker.post(task);
    const off = onAbort(signal, () => {
      if (worker.cancel === undefined) return giveUp();
      worker.cancel();
      grace = setTimeout(giveUp, graceMs);
    });
  });
}
