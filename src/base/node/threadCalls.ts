import type { WorkerHandle } from './keptWorker.ts';

/** A task on its way to a thread, and its answer on the way back. */
export interface Call<Content> {
  id: number;
  content: Content;
}

/** How a thread is called. */
export interface ThreadCallsOptions<Task, Answer> {
  start: () => WorkerHandle<Call<Task>>;
  /** The answer where the thread ended, or could not be started. */
  failed: (error: unknown) => Answer;
  /** Milliseconds without work after which it ends by itself. */
  idleMs: number;
}

/**
 * Gives a thread tasks, as many at the same time as there are: for work that waits for the system more than it computes. It
 * starts with the first one. Where it ends by itself, what it worked on has failed, and the next task starts another one.
 * @returns what gives it a task, with the memory that moves there; it never rejects.
 */
export function threadCalls<Task, Answer>({
  start,
  failed,
  idleMs,
}: ThreadCallsOptions<Task, Answer>): (task: Task, moved?: readonly ArrayBuffer[]) => Promise<Answer> {
  let thread: Called<Task, Answer> | undefined;
  return async (content, moved) => {
    try {
      if (thread?.isOver !== false) thread = new Called(start(), failed, idleMs);
      return await thread.call(content, moved);
    } catch (error) {
      return failed(error);
    }
  };
}

/** A thread that was started. */
class Called<Task, Answer> {
  readonly #worker: WorkerHandle<Call<Task>>;
  readonly #idleMs: number;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(worker: WorkerHandle<Call<Task>>, failed: (error: unknown) => Answer, idleMs: number) {
    this.#worker = worker;
    this.#idleMs = idleMs;
    const end = (error: unknown): void => {
      this.#isOver = true;
      clearTimeout(this.#idle);
      for (const [id, answer] of this.#waiting) {
        this.#waiting.delete(id);
        answer(failed(error));
      }
    };
    worker.events.on('message', ({ id, content }: Call<Answer>) => this.#answer(id, content));
    worker.events.on('error', end);
    worker.events.on('exit', code => end(new Error(`The thread ended with code ${code}.`)));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  call(content: Task, moved?: readonly ArrayBuffer[]): Promise<Answer> {
    const id = ++this.#last;
    this.#worker.post({ id, content }, moved);
    clearTimeout(this.#idle);
    this.#worker.hold(true);
    return new Promise(resolve => void this.#waiting.set(id, resolve));
  }

  #answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    this.#worker.hold(false);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref();
  }

  #end(): void {
    this.#isOver = true;
    this.#worker.end();
  }
}
