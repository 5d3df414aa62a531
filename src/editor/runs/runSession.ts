import { SightlineError } from '../../errors.ts';
import type { RunPhase, RunView } from '../../protocol/run.ts';
import type { Estimate } from '../../runs/runProgress.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { Description } from '../../runs/runRow.ts';
import { estimateRest, sampleRows } from '../../runs/running/estimate.ts';
import { cellsOf } from '../../runs/structured/columns.ts';
import { Emitter } from '../credentials/emitter.ts';
import { Comparison, comparedRows } from './comparison.ts';
import type { NoteChange, RunNote } from './runNotes.ts';
import type { QuestionChange, RunEnded, RunSessionParts } from './runSessionParts.ts';
import { countRows } from './runView.ts';
import { RunWorker, type Work } from './runWorker.ts';
import { sessionView } from './sessionView.ts';

/** A run that is open in this window: what is done with it, and how it stands. Knows no page. */
export class RunSession {
  readonly record: RunRecord;
  readonly #parts: RunSessionParts;
  readonly #worker: RunWorker;
  readonly #changed = new Emitter<void>();
  readonly #rowsChanged = new Emitter<readonly number[]>();
  readonly #ended = new Emitter<RunEnded>();
  readonly #endings: (() => void)[] = [];
  #work: Work | undefined;
  #estimate: Estimate | undefined;
  #comparison: Comparison | undefined;
  #again = false;
  #isClosing = false;
  #idle: Promise<unknown> = Promise.resolve();
  /** Changes of the question, one after the other. */
  #question: Promise<void> = Promise.resolve();

  /** What {@link view} says has changed. */
  readonly onChange = this.#changed.event;
  readonly onRows = this.#rowsChanged.event;
  /** Work at all rows came to its end; not so samples. */
  readonly onEnd = this.#ended.event;

  constructor(parts: RunSessionParts) {
    this.record = parts.record;
    this.#parts = parts;
    this.#worker = new RunWorker({
      ...parts,
      note: () => this.#note,
      setNote: change => this.#setNote(change),
      onChange: () => this.#changed.fire(),
    });
    this.#endings.push(
      parts.record.onChange(indices => {
        this.#rowsChanged.fire(indices);
        this.#changed.fire();
      }),
    );
    void this.#reckon();
  }

  get phase(): RunPhase {
    const { phase, run } = this.#work ?? {};
    if (phase === 'running') return run?.progress.phase === 'paused' ? 'paused' : 'running';
    if (phase !== undefined) return phase;
    const { open, asking, submitted } = countRows(this.record);
    if (submitted > 0) return 'running';
    if (open + asking === 0 && this.record.rows.length > 0) return 'done';
    return this.#note.started === true ? 'stopped' : 'sheet';
  }

  /** Whether it asks at this moment, or waits to go on. */
  get isWorking(): boolean {
    return this.#work !== undefined;
  }

  get comparison(): Comparison | undefined {
    return this.#comparison;
  }

  /** The values of an answer in the order of the run's columns. */
  cellsOf({ columns }: Description): string[] | undefined {
    const { schema } = this.record.question;
    return schema === undefined || columns === undefined ? undefined : cellsOf(schema.schema, columns);
  }

  view(): RunView {
    return sessionView(this.record, this.#parts, {
      phase: this.phase,
      note: this.#note,
      work: this.#work,
      worker: this.#worker,
      estimate: this.#estimate,
      comparison: this.#comparison,
    });
  }

  /**
   * Asks about all open rows until they have ended, or something stops it. Where it works already, rows that were opened
   * meanwhile follow.
   * @throws {SightlineError} what keeps it from beginning.
   */
  async start(): Promise<void> {
    if (this.#work !== undefined) {
      this.#again = true;
      this.#work.run?.resume();
      return;
    }
    await this.#during('running', async work => {
      await this.#setNote({ started: true, running: true });
      let ended = await this.#ask(work, this.record);
      while (ended.ending === 'done' && this.#takesMore()) ended = await this.#ask(work, this.record);
      // A window that closes leaves its mark, so that the run is offered again.
      if (!this.#isClosing) await this.#setNote({ running: undefined });
      return ended;
    }).then(ended => {
      if (!this.#isClosing) this.#ended.fire(ended);
    });
  }

  /**
   * Asks about all open rows in batches of the provider, and watches those that are with it already; asks nothing where
   * there are some.
   * @throws {SightlineError} what keeps it from beginning.
   */
  async startBatch(): Promise<void> {
    if (this.#work !== undefined) return;
    const ended = await this.#during('running', async work => {
      await this.#setNote({ started: true, running: true, isBatch: true });
      const outcome = await this.#question.then(() => this.#worker.askInBatches(work, this.record));
      // What was submitted goes on: a window that closes watches it when it opens again.
      if (!this.#isClosing) await this.#setNote({ running: undefined, isBatch: undefined });
      return outcome;
    });
    if (!this.#isClosing) this.#ended.fire(ended);
  }

  /** Whether the provider has batches of this run, which were watched when the window went. */
  get hasBatches(): boolean {
    return this.#note.isBatch === true;
  }

  pause(): void {
    this.#work?.run?.pause();
    this.#changed.fire();
  }

  resume(): Promise<void> {
    this.#again = false;
    return this.start();
  }

  /** Stops at once; resolves when nothing is in hand any more. */
  async cancel(): Promise<void> {
    this.#again = false;
    const { stop, run, batches } = this.#work ?? {};
    if (batches !== undefined && !this.#isClosing) {
      // What the provider has done until then still comes, some minutes later.
      await batches.cancel();
      return;
    }
    stop?.abort();
    run?.cancel();
    await this.#idle;
  }

  /** Asks about a few open rows and estimates the rest from all answers that are there. */
  async estimate(): Promise<void> {
    if (this.#work !== undefined) return;
    const only = sampleRows(this.record);
    await this.#during('sampling', work => this.#ask(work, this.record, only));
  }

  /** Opens rows again and asks about them: failed ones, or such whose answer is to be another. */
  async askAgain(indices: readonly number[]): Promise<void> {
    await this.record.reopen(indices);
    await this.start();
  }

  failedRows(): number[] {
    return this.record.rows.flatMap(({ state, index }) => (state === 'failed' ? [index] : []));
  }

  /**
   * Makes another question the run's; the sheet is shown for it. What is started afterwards asks that question.
   * @param change `schema: undefined` takes the form away.
   */
  setQuestion(change: QuestionChange): Promise<void> {
    if (this.#work !== undefined) return Promise.resolve();
    const changed = this.#question.then(async () => {
      const { schema, ...question } = { ...this.record.question, ...change };
      await this.record.setQuestion(schema === undefined ? question : { ...question, schema });
      this.#worker.forget();
      await this.#setNote({ started: undefined, reused: countRows(this.record).described });
      await this.#reckon();
    });
    this.#question = changed.catch(() => undefined);
    return changed;
  }

  /** In dollars where the price is known, else in tokens. */
  async setCap(amount: number | undefined): Promise<void> {
    const price = this.#parts.priceOf(this.record.question.model);
    const cap =
      amount === undefined ? undefined : { amount, unit: price ? ('dollars' as const) : ('tokens' as const) };
    this.#work?.run?.setCap(cap, price);
    await this.#setNote({ cap });
  }

  /** The person changed the price of a model, or a setting that the view shows. */
  settingsChanged(): void {
    void this.#reckon();
  }

  /** Compares with another question, whose run has the pictures of `sample` in this order; asks what is open on both sides. */
  async compare(other: RunRecord, sample: readonly number[]): Promise<void> {
    this.showComparison(other, sample);
    await this.#setNote({ comparison: { id: other.id, sample: [...sample] } });
    await this.#during('sampling', async work => {
      const ended = await this.#ask(work, this.record, sample);
      return ended.ending === 'done' ? this.#ask(work, other) : ended;
    });
  }

  /**
   * Asks another question about some pictures, by a run of its own that has them in this order, and keeps what it answers
   * as the person's texts.
   */
  async askOtherwise(other: RunRecord, indices: readonly number[]): Promise<void> {
    const ended = await this.#during('sampling', work => this.#ask(work, other));
    for (const [place, index] of indices.entries()) {
      const text = (await other.description(place))?.text;
      if (text !== undefined) await this.record.edit(index, text);
    }
    if (ended.failure !== undefined) throw ended.failure;
    const failed = other.rows.find(({ state }) => state === 'failed')?.failure;
    if (failed !== undefined) throw new SightlineError(failed.code, failed.message, { ...failed });
  }

  /** The rows that a comparison would take. */
  comparedRows(): number[] {
    return comparedRows(this.record.rows);
  }

  /** Shows a comparison as it stands, after a reload too. */
  showComparison(other: RunRecord, sample: readonly number[]): void {
    this.#comparison = new Comparison(other, sample);
    this.#endings.push(other.onChange(() => this.#rowsChanged.fire(sample)));
    this.#changed.fire();
  }

  /** Ends the comparison and gives its other run, which is closed. */
  async endComparison(): Promise<RunRecord | undefined> {
    await this.cancel();
    const ended = this.#comparison?.other;
    this.#comparison = undefined;
    await this.#setNote({ comparison: undefined });
    await ended?.close();
    return ended;
  }

  /** Stops what runs and lets go of the files; a run that worked is offered again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.cancel();
    for (const end of this.#endings) end();
    await this.#comparison?.other.close();
    await this.record.close();
  }

  get #note(): RunNote {
    return this.#parts.notes.get(this.record.id) ?? { title: this.record.title };
  }

  async #setNote(change: NoteChange): Promise<void> {
    await this.#parts.notes.set(this.record.id, { title: this.record.title, ...change });
    this.#changed.fire();
  }

  async #reckon(): Promise<void> {
    const price = this.#parts.priceOf(this.record.question.model);
    // What cannot be read now is told where it is shown; the estimate is drawn from the rest another time.
    this.#estimate = await estimateRest(this.record, { price, most: this.#parts.most() }).catch(
      () => undefined,
    );
    this.#changed.fire();
  }

  async #ask(work: Work, record: RunRecord, only?: readonly number[]): Promise<RunEnded> {
    await this.#question;
    return this.#worker.ask(work, record, only);
  }

  /** Whether rows were opened while it worked. */
  #takesMore(): boolean {
    const more = this.#again;
    this.#again = false;
    return more;
  }

  /** Does work of which there is one at a time. */
  #during(phase: Work['phase'], task: (work: Work) => Promise<RunEnded>): Promise<RunEnded> {
    const work: Work = { phase, stop: new AbortController() };
    this.#work = work;
    this.#changed.fire();
    const whole = task(work).finally(() => {
      this.#work = undefined;
      this.#changed.fire();
      void this.#reckon();
    });
    this.#idle = whole.catch(() => undefined);
    return whole;
  }
}
