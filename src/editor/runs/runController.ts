import { present } from '../../base/present.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import type { Usage } from '../../inference/api/answer.ts';
import type { BatchRun } from '../../runs/batch/batchRun.ts';
import { countStates } from '../../runs/countStates.ts';
import { workThrough } from '../../runs/batch/workThrough.ts';
import type { SharedAnswers } from '../../runs/running/sharedAnswers.ts';
import { PictureRun } from '../../runs/running/pictureRun.ts';
import { stopMessage } from '../../runs/running/stopMessage.ts';
import type { RunProgress } from '../../runs/runProgress.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { noUsage } from '../../runs/usage.ts';
import { throttle } from '../../base/throttle.ts';
import type { NoteChange, RunNote } from './runMemento.ts';
import type { RunEnded, RunSessionParts } from './runSessionParts.ts';

/** What a run is doing now. */
export interface RunTask {
  phase: 'sampling' | 'running';
  stop: AbortController;
  /** Neither is there while it is prepared. */
  run?: PictureRun;
  batches?: BatchRun;
}

/** Open rows, by their places. */
export type OpenRows = readonly number[] | 'all';

/** What is done with the batches of a run: asking needs open rows, the others what the provider has already. */
export type BatchTask = 'ask' | 'watch' | 'cancel';

/** Some rows of a run, all where they are not named. */
export interface AskedRows {
  record: RunRecord;
  only?: readonly number[];
}

/** What a controller knows of its run. */
export interface RunControllerOptions extends Pick<
  RunSessionParts,
  'record' | 'prepare' | 'askBy' | 'files' | 'reader' | 'most' | 'retries' | 'priceOf' | 'openBatches'
> {
  /** Resolves once changes of the question have come to their end; a task begins with that. */
  questionSettled: () => Promise<void>;
  /** Where answers to a question are shared, where they are. */
  shared: (question: RunQuestion) => SharedAnswers | undefined;
  note: () => RunNote;
  setNote: (change: NoteChange) => Promise<void>;
  /** Called at each progress, and when a task begins and ends. */
  onChange: () => void;
  /** Called when a task has ended or failed. */
  onIdle: () => void;
  /** Called when work at all rows came to its end; not so samples, nor where the window closes. */
  onEnd: (ended: RunEnded) => void;
}

/** Milliseconds between two notes of what was spent, while a run works. */
const noteSpent = 2000;

/** Runs the tasks of a run, one at a time: its questions one by one or in batches. Keeps count of what they cost. */
export class RunController {
  readonly #options: RunControllerOptions;
  #now: RunTask | undefined;
  #more: OpenRows | undefined;
  /** Whether it ends because the window lets go of the run, not because the person says so. */
  #isClosing = false;
  #idle: Promise<unknown> = Promise.resolve();
  #last: PictureRun | undefined;
  #stopped: (Pick<RunProgress, 'hint' | 'remedy'> & { message: string }) | undefined;

  constructor(options: RunControllerOptions) {
    this.#options = options;
  }

  /** The task at this moment. */
  get now(): RunTask | undefined {
    return this.#now;
  }

  /** What asked last: it says why it stopped. */
  get last(): PictureRun | undefined {
    return this.#last;
  }

  /** Why the batches stopped, where they asked last. */
  get stopped(): (Pick<RunProgress, 'hint' | 'remedy'> & { message: string }) | undefined {
    return this.#stopped;
  }

  /** Spent one by one, and in batches. */
  get spent(): { usage: Usage; inBatches: Usage } {
    const { spent, spentInBatches } = this.#options.note();
    return { usage: this.#last?.spent.usage ?? spent ?? noUsage, inBatches: spentInBatches ?? noUsage };
  }

  /** Another question begins: what the last one ended with is of no interest. */
  forget(): void {
    this.#last = undefined;
    this.#stopped = undefined;
  }

  /**
   * Asks about open rows one by one, and then about those that were opened meanwhile. Where a task works already, it goes
   * on if it was paused, and takes up the rows afterwards.
   */
  async ask(rows: OpenRows): Promise<void> {
    if (this.#now !== undefined) {
      this.#more = rows === 'all' || this.#more === 'all' ? 'all' : [...(this.#more ?? []), ...rows];
      this.#now.run?.resume();
    } else await this.#workAtAll(undefined, task => this.#askAll(task, rows));
  }

  /** Works at the batches of the run until none is with the provider any more; asks nothing where some are. */
  async askInBatches(what: BatchTask): Promise<void> {
    await this.#workAtAll(true, task => this.#workAtBatches(task, what));
  }

  /** Asks about some rows, run after run as long as each comes to its end. */
  sample(...asked: AskedRows[]): Promise<RunEnded> {
    return this.#do('sampling', async task => {
      let ended: RunEnded = { ending: 'done' };
      for (const { record, only } of asked)
        if (ended.ending === 'done') ended = await this.#askOneByOne(task, record, only);
      return ended;
    });
  }

  /** Stops at once; resolves when nothing is in hand any more. */
  async cancel(): Promise<void> {
    this.#more = undefined;
    // What the provider has done until then still comes, some minutes later.
    if (this.#now?.batches !== undefined) await this.#now.batches.cancel();
    else await this.#stop();
  }

  /** Stops for good; what is with the provider in batches goes on there. */
  async close(): Promise<void> {
    this.#more = undefined;
    this.#isClosing = true;
    await this.#stop();
  }

  /**
   * Does work at all rows, and reports its end. A window that closes meanwhile leaves its mark, so that the run is offered
   * again; so does a batch that is left with the provider.
   */
  async #workAtAll(isBatch: true | undefined, work: (task: RunTask) => Promise<RunEnded>): Promise<void> {
    const { record, setNote, onEnd } = this.#options;
    const ended = await this.#do('running', async task => {
      await setNote({ isBatch, started: true, running: true });
      try {
        return await work(task);
      } finally {
        const isLeft = countStates(record.rows).submitted > 0;
        if (!this.#isClosing && !isLeft) await setNote({ running: undefined });
      }
    });
    if (!this.#isClosing) onEnd(ended);
  }

  /** Runs a task; the caller has looked whether there is one already. */
  #do(phase: RunTask['phase'], work: (task: RunTask) => Promise<RunEnded>): Promise<RunEnded> {
    const { questionSettled, onChange, onIdle } = this.#options;
    const task: RunTask = { phase, stop: new AbortController() };
    this.#now = task;
    this.#more = undefined;
    onChange();
    const whole = questionSettled()
      .then(() => work(task))
      .finally(() => {
        this.#now = undefined;
        onChange();
        onIdle();
      });
    this.#idle = whole.catch(() => undefined);
    return whole;
  }

  async #askAll(task: RunTask, rows: OpenRows): Promise<RunEnded> {
    const { record } = this.#options;
    let next: OpenRows | undefined = rows;
    let ended: RunEnded = { ending: 'done' };
    while (ended.ending === 'done' && next !== undefined) {
      ended = await this.#askOneByOne(task, record, next === 'all' ? undefined : next);
      next = this.#more;
      this.#more = undefined;
    }
    return ended;
  }

  /** Images about which a question was answered. */
  get #images(): number {
    return this.#last?.spent.images ?? this.#options.note().images ?? 0;
  }

  /** Asks about the open rows of a run, or about some of them, one by one. */
  async #askOneByOne(task: RunTask, record: RunRecord, only?: readonly number[]): Promise<RunEnded> {
    const { prepare, askBy, files, reader, shared, most, retries, priceOf } = this.#options;
    const { note, setNote, onChange } = this.#options;
    const { question } = record;
    this.#stopped = undefined;
    const { usage, inBatches } = this.spent;
    const imagesBefore = this.#images;
    await prepare(question, task.stop.signal);
    const run = new PictureRun({
      record,
      files,
      reader,
      ask: askBy(question),
      shared: shared(question),
      most: () => most(question),
      retries: retries?.(),
      cap: note().cap,
      price: priceOf(question),
      spentBefore: usage,
      spentInBatches: inBatches,
      imagesBefore,
    });
    task.run = run;
    this.#last = run;
    if (task.stop.signal.aborted) return { ending: 'cancelled' };
    const spent = (): NoteChange => ({ spent: run.spent.usage, images: run.spent.images });
    const keepSpent = throttle(noteSpent, () => void setNote(spent()));
    const stopListening = run.onProgress(() => {
      keepSpent();
      onChange();
    });
    try {
      const ending = await run.start(only === undefined ? {} : { only });
      return { ending, ...present({ failure: run.failure }) };
    } finally {
      stopListening();
      keepSpent.stop();
      await setNote(spent());
    }
  }

  async #workAtBatches(task: RunTask, what: BatchTask): Promise<RunEnded> {
    const { record, prepare, openBatches, priceOf, note, setNote, onChange } = this.#options;
    const { signal } = task.stop;
    const { usage } = this.spent;
    const imagesBefore = this.#images;
    this.forget();
    await prepare(record.question, signal);
    const spent = (): NoteChange => ({
      spentInBatches: batches.spent.inBatches,
      images: batches.spent.images,
    });
    const keepSpent = throttle(noteSpent, () => void setNote(spent()));
    const batches = await openBatches(
      record,
      {
        cap: note().cap,
        price: priceOf(record.question),
        spentBefore: usage,
        imagesBefore,
        onProgress: () => {
          keepSpent();
          onChange();
        },
      },
      signal,
    );
    task.batches = batches;
    const ended = await finishBatches(batches, what, signal).finally(async () => {
      delete task.batches;
      keepSpent.stop();
      await batches.close();
      await setNote({ spent: usage, ...spent() });
    });
    const { message, ...advice } = stopMessage(ended);
    if (message !== undefined) this.#stopped = { message, ...advice };
    return ended;
  }

  async #stop(): Promise<void> {
    this.#now?.stop.abort();
    this.#now?.run?.cancel();
    await this.#idle;
  }
}

async function finishBatches(batches: BatchRun, what: BatchTask, signal: AbortSignal): Promise<RunEnded> {
  try {
    if (what === 'cancel') await batches.cancel({ signal });
    const { ending, outcome, failure } = await workThrough(batches, { signal, onlyWatch: what !== 'ask' });
    if (failure !== undefined) return { ending, failure };
    const [why] = outcome.notes;
    if (ending !== 'cancelled' || batches.isCancelled || why === undefined) return { ending };
    return { ending: 'failed', failure: new SightlineError('badRequest', why) };
  } catch (error) {
    if (isAbort(error)) return { ending: 'cancelled' };
    if (error instanceof SightlineError) return { ending: 'failed', failure: error };
    throw error;
  }
}
