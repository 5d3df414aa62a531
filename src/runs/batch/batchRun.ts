import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { present } from '../../base/present.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import type { Batch } from '../../inference/batches/batch.ts';
import { BatchClient, type BatchDestination } from '../../inference/batches/batchClient.ts';
import type { Usage } from '../../inference/api/answer.ts';
import type { BatchLimits } from '../../inference/batches/batchProviders.ts';
import { sleep } from '../../base/sleep.ts';
import type { PictureFiles } from '../runPicture.ts';
import type { Price } from '../../base/dollars.ts';
import type { SpendingCap } from '../runProgress.ts';
import type { RunRecord } from '../runRecord.ts';
import { Spending, type Spent } from '../running/spending.ts';
import { BatchAllowance } from './batchAllowance.ts';
import { BatchJournal } from './batchJournal.ts';
import type { BatchPart } from './batchPart.ts';
import { batchStatusText, type BatchOutcome, type BatchProgress, type BatchView } from './batchProgress.ts';
import type { BatchWork } from './batchWork.ts';
import { markSubmitted, openAgain, partRows } from './partRows.ts';
import { submitParts } from './submitParts.ts';
import { clearUp } from './unclearParts.ts';
import { watchable, watchParts } from './watchParts.ts';
import { t } from '../../base/l10n.ts';

/** What a run's batches are made with. */
export interface BatchRunOptions {
  /** Open; one process has it at a time. */
  record: RunRecord;
  files: PictureFiles;
  /** The provider of the run's question, with its key. */
  destination: BatchDestination;
  limits: BatchLimits;
  /** The folder that the run's own file is in. */
  folder: string;
  cap?: SpendingCap | undefined;
  price?: Price | undefined;
  /** What was spent on the run before one by one, and counts; what its batches cost is written down with them. */
  spentBefore?: Usage | undefined;
  /** Images about which a question was answered before, and count. */
  imagesBefore?: number | undefined;
  /** Called whenever {@link BatchRun.progress} is another. */
  onProgress?: () => void;
  /** Milliseconds without a byte until a request counts as lost. */
  timeoutMs?: number;
  /** Further tries of a request after failures that may pass, where somebody set it. */
  retries?: number | undefined;
  /** Replaced in tests. */
  now?: () => number;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * A run as batches of the provider's: half the price, up to a day. What was submitted is written down first and goes on
 * whatever happens here; a new object with the same folder goes on with it. Only one method runs at a time, save
 * {@link cancel}.
 */
export class BatchRun {
  readonly #work: BatchWork;
  readonly #onProgress: () => void;
  #wake = new AbortController();
  /** Ends what {@link submit} does. */
  #halt = new AbortController();
  #submitting: Promise<unknown> = Promise.resolve();
  #nextLookAt: number | undefined;
  #trouble: SightlineError | undefined;
  #isCancelled = false;

  private constructor(work: Omit<BatchWork, 'changed'>, onProgress: () => void) {
    this.#onProgress = onProgress;
    this.#work = { ...work, changed: onProgress };
  }

  /**
   * Opens what was submitted before, if anything was: its rows are `submitted` from now on. Nothing is asked of the
   * provider.
   * @throws {SightlineError} `store`, for a key that cannot be used, or `badRequest` for a cap in dollars without a price.
   */
  static async open({
    record,
    files,
    destination,
    limits,
    folder,
    cap,
    price,
    spentBefore,
    imagesBefore,
    onProgress = () => undefined,
    timeoutMs,
    retries,
    now = Date.now,
    sleep: wait = sleep,
  }: BatchRunOptions): Promise<BatchRun> {
    const client = new BatchClient(destination, {
      sleep: wait,
      ...present({ timeoutMs, maxRetries: retries }),
    });
    await removeLeftovers(folder, record.id);
    const journal = await BatchJournal.open(folder, record.id);
    const allowance = await BatchAllowance.open(folder, record.question, now);
    const spending = new Spending(spentBefore, journal.spent, imagesBefore);
    for (const { usage } of record.rows) if (usage !== undefined) spending.expect(usage);
    spending.setLimits(cap, price);
    const views = new Map<string, Batch>();
    const run = new BatchRun(
      {
        record,
        files,
        client,
        limits,
        allowance,
        journal,
        spending,
        folder,
        views,
        withoutAnswers: new Map<string, number>(),
        now,
        sleep: wait,
      },
      onProgress,
    );
    for (const part of watchable(run.#work))
      if (part.read === undefined) markSubmitted(record, partRows(record, part).values());
    return run;
  }

  /** Whether something was submitted that is still to be watched. */
  get isPending(): boolean {
    return watchable(this.#work).length > 0;
  }

  /** Whether the person had it cancelled, so that nothing more is to be submitted. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Whether open rows are to be submitted when the batches that are there are over. */
  get holdsBack(): boolean {
    return this.hasOpenRows && this.#work.journal.holdsBack;
  }

  get hasOpenRows(): boolean {
    return this.#work.record.rows.some(({ state }) => state === 'open');
  }

  /** Whether rows are open, none of which could be submitted without going beyond the cap. */
  get isCapped(): boolean {
    return this.hasOpenRows && !this.#work.spending.affordsInBatches(1);
  }

  /** What the run has cost, as far as it is known. */
  get spent(): Spent {
    return this.#work.spending.spent;
  }

  /** What is submitted from now on fits beneath this. @throws {SightlineError} `badRequest` for dollars without a price. */
  setCap(cap: SpendingCap | undefined, price: Price | undefined): void {
    this.#work.spending.setLimits(cap, price);
  }

  get progress(): BatchProgress {
    const parts = watchable(this.#work).filter(({ read }) => read === undefined);
    const batches = parts.map(part => this.#view(part));
    const elsewhere = this.#work.journal.parts.length - watchable(this.#work).length;
    const message =
      this.#trouble?.message ??
      (elsewhere > 0
        ? t(
            'A batch of another question or address is still at the provider; it is taken in when the run has that question again.',
          )
        : this.holdsBack && batches.length > 0
          ? t('The other images follow when these are done.')
          : undefined);
    return {
      submitted: batches.reduce((sum, { total }) => sum + total, 0),
      done: batches.reduce((sum, { completed, failed }) => sum + completed + failed, 0),
      batches,
      ...present({ nextLookAt: this.#nextLookAt, message }),
    };
  }

  /**
   * Submits the open rows: in as few batches as the provider's limits allow. What has an answer already, is in a batch
   * or has a twin there takes no line. As many rows stay open as could go beyond the cap: then it says `capReached`;
   * `more` where the rest is held back until what is there is done: for a limit of the provider's, or as a first try.
   * {@link cancel} ends it: what is prepared by then is not submitted.
   * @throws {SightlineError} or an AbortError; what was submitted until then stays submitted, the rest is open.
   */
  async submit({ signal = new AbortController().signal }: { signal?: AbortSignal } = {}): Promise<
    'done' | 'capReached' | 'more' | 'cancelled'
  > {
    const { record, client } = this.#work;
    if (record.question.origin !== client.origin)
      throw new SightlineError(
        'badRequest',
        t("The run's question goes to {origin}, not to {origin2}.", {
          origin: record.question.origin,
          origin2: client.origin,
        }),
        {
          hint: t('Choose the model again.'),
        },
      );
    this.#isCancelled = false;
    const halt = (this.#halt = new AbortController());
    const submitting = submitParts(this.#work, AbortSignal.any([signal, halt.signal]));
    this.#submitting = submitting.catch(() => undefined);
    try {
      return await submitting;
    } catch (error) {
      if (isAbort(error) && halt.signal.aborted && !signal.aborted) return 'cancelled';
      throw error;
    }
  }

  /**
   * Watches what was submitted to its end and takes it in: described, failed, or open again to be asked live or in the
   * next batch.
   * @throws {SightlineError} what does not pass by itself; an AbortError once the signal fires: the batches go on at the
   * provider, to be watched later.
   */
  async watch({
    signal = new AbortController().signal,
  }: { signal?: AbortSignal } = {}): Promise<BatchOutcome> {
    try {
      return await watchParts(this.#work, (wait, trouble) => this.#pause(wait, trouble, signal), signal);
    } finally {
      this.#say(undefined, undefined);
    }
  }

  /**
   * Asks the provider to end its work. What it has done until then comes by {@link watch}, some minutes later; a batch
   * that it does not know any more is given up.
   */
  async cancel({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    this.#isCancelled = true;
    this.#halt.abort();
    await this.#submitting;
    for (const part of watchable(this.#work)) {
      if (part.read !== undefined) continue;
      if (part.batchId === undefined) await clearUp(this.#work, part, signal);
      if (part.batchId !== undefined) await this.#cancel(part, part.batchId, signal);
      this.#onProgress();
    }
    this.#wake.abort();
  }

  /** Lets go of the files; what was submitted goes on. */
  async close(): Promise<void> {
    await this.#work.journal.close();
  }

  async #cancel(part: BatchPart, id: string, signal: AbortSignal | undefined): Promise<void> {
    const { client, journal, record, views } = this.#work;
    try {
      views.set(part.key, await client.cancel(id, signal));
    } catch (error) {
      const status = error instanceof SightlineError ? error.status : undefined;
      // It is over already, which the next look tells.
      if (status === 400 || status === 409) return;
      if (status !== 404) throw error;
      await journal.end(part, 'lost');
      openAgain(record, partRows(record, part).values());
    }
  }

  /** Waits until the next look, which {@link cancel} brings forward. */
  async #pause(wait: number, trouble: SightlineError | undefined, signal: AbortSignal): Promise<void> {
    this.#wake = new AbortController();
    this.#say(this.#work.now() + wait, trouble);
    try {
      await this.#work.sleep(wait, AbortSignal.any([signal, this.#wake.signal]));
    } catch (error) {
      if (signal.aborted || !this.#wake.signal.aborted) throw error;
    }
    this.#say(undefined, trouble);
  }

  #say(nextLookAt: number | undefined, trouble: SightlineError | undefined): void {
    this.#nextLookAt = nextLookAt;
    this.#trouble = trouble;
    this.#onProgress();
  }

  #view(part: BatchPart): BatchView {
    const batch = this.#work.views.get(part.key);
    const guess =
      part.batchId !== undefined ? 'in_progress' : part.fileId !== undefined ? 'unclear' : 'unsent';
    const status = batch?.status ?? guess;
    return {
      ...present({ id: part.batchId }),
      status,
      words: batchStatusText[status],
      total: part.lines.size,
      completed: batch?.counts.completed ?? 0,
      failed: batch?.counts.failed ?? 0,
    };
  }
}

/** Files of requests that a crash left behind: they were not submitted, or it is written down that they were. */
async function removeLeftovers(folder: string, id: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.startsWith(`${id}.batch-`) && name.endsWith('.part'))
      await rm(join(folder, name), { force: true });
}
