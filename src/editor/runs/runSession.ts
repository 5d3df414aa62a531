import type { RunPhase, RunView } from '../../protocol/run.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import type { Estimate } from '../../runs/runProgress.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { Description } from '../../runs/runRow.ts';
import type { SharedAnswers } from '../../runs/running/sharedAnswers.ts';
import { estimateRest, sampleRows } from '../../runs/running/estimate.ts';
import { cellsOf } from '../../schema/columns.ts';
import { Emitter } from '../../base/emitter.ts';
import { isRetryableRow } from '../../runs/isRetryableRow.ts';
import { ChangedPictures } from './changedPictures.ts';
import { Comparing } from './comparing.ts';
import type { SightlineError } from '../../base/errors.ts';
import type { NoteChange, RunNote } from './runMemento.ts';
import type { QuestionChange, RunEnded, RunSessionParts } from './runSessionParts.ts';
import { capUnit, countRows, runView } from './runView.ts';
import { RunController, type BatchTask } from './runController.ts';

/** A run that is open in this window: what is done with it, and how it stands. Knows no page. */
export class RunSession {
  readonly record: RunRecord;
  /** Other questions about its pictures. */
  readonly comparing: Comparing;
  readonly #parts: RunSessionParts;
  readonly #controller: RunController;
  readonly #changedPictures = new ChangedPictures();
  readonly #changed = new Emitter();
  readonly #rowsChanged = new Emitter<readonly number[]>();
  readonly #ended = new Emitter<RunEnded>();
  readonly #unsubscribe: () => void;
  #estimate: Estimate | undefined;
  /** Why answers are not shared now, and what was told of that. */
  #sharingTrouble: SightlineError | undefined;
  #toldTrouble: string | undefined;
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
    const setNote = (change: NoteChange): Promise<void> => this.#setNote(change);
    const onChange = (): void => this.#changed.fire();
    const onRows = (indices: readonly number[]): void => this.#rowsChanged.fire(indices);
    this.#controller = new RunController({
      ...parts,
      questionSettled: () => this.#question,
      prepare: (question, signal) => this.#prepare(question, signal),
      shared: question => this.#openShared(question),
      note: () => this.#note,
      setNote,
      onChange,
      onIdle: () => void this.#reckon(),
      onEnd: ended => this.#ended.fire(ended),
    });
    this.comparing = new Comparing({
      record: parts.record,
      setNote,
      ask: (...asked) => this.#controller.sample(...asked),
      cancel: () => this.cancel(),
      onChange,
      onRows,
    });
    this.#unsubscribe = parts.record.onChange(indices => {
      onRows(indices);
      onChange();
    });
    void this.#reckon();
  }

  get phase(): RunPhase {
    const { phase, run } = this.#controller.now ?? {};
    if (phase === 'running') return run?.progress.phase === 'paused' ? 'paused' : 'running';
    if (phase !== undefined) return phase;
    const { all, described, failed, submitted } = countRows(this.record);
    if (described + failed === all && all > 0) return 'done';
    return this.#note.started === true || submitted > 0 ? 'stopped' : 'setup';
  }

  /** Whether it asks at this moment, or waits to go on. */
  get isWorking(): boolean {
    return this.#controller.now !== undefined;
  }

  /** Whether it is asked in batches, or was when it was asked last. */
  get isBatch(): boolean {
    return this.#note.isBatch === true;
  }

  /** The values of an answer in the order of the run's columns. */
  cellsOf({ columns }: Description): string[] | undefined {
    const { schema } = this.record.question;
    return schema === undefined || columns === undefined ? undefined : cellsOf(schema.schema, columns);
  }

  view(): RunView {
    return runView(this.record, this.#parts, {
      phase: this.phase,
      note: this.#note,
      controller: this.#controller,
      estimate: this.#estimate,
      comparison: this.comparing.now,
      sharingTrouble: this.#sharingTrouble,
      looked: this.#changedPictures.looked,
    });
  }

  /**
   * Looks for pictures that changed since they were described; they are open again. What is started meanwhile waits for it.
   * @throws {SightlineError} `store` where what was found cannot be kept.
   */
  lookForChanges(): Promise<void> {
    return this.#changedPictures.look(this.#parts.files, this.record, () => this.#changed.fire());
  }

  /**
   * Asks about all open rows until they have ended, or something stops it. Where it works already, it goes on if it was
   * paused, and rows that were opened meanwhile follow.
   * @throws {SightlineError} what keeps it from beginning.
   */
  async start(): Promise<void> {
    await this.#controller.ask('all');
  }

  /**
   * Asks about all open rows in batches of the provider, and watches those that are with it already; asks nothing where
   * there are some, nor where the task is another.
   * @throws {SightlineError} what keeps it from beginning.
   */
  async startBatch(task: BatchTask = 'ask'): Promise<void> {
    if (!this.isWorking) await this.#controller.askInBatches(task);
  }

  /** Asks nothing more until it is started again; batches are not to be paused. */
  pause(): void {
    this.#controller.now?.run?.pause();
    this.#changed.fire();
  }

  /** Stops at once, also a batch that nobody watches; resolves when nothing is in hand any more. */
  async cancel(): Promise<void> {
    if (!this.isWorking && countRows(this.record).submitted > 0) await this.startBatch('cancel');
    else await this.#controller.cancel();
  }

  /** Asks about a few open rows and estimates the rest from all answers that are there. */
  async estimate(): Promise<void> {
    if (!this.isWorking)
      await this.#controller.sample({ record: this.record, only: sampleRows(this.record) });
  }

  /**
   * Opens rows again and asks about them alone: failed ones, or such whose answer is to be another. What else is open waits
   * for the person to resume the run, and as it was asked before.
   */
  async askAgain(indices: readonly number[]): Promise<void> {
    const { isBatch } = this.#note;
    await this.record.reopen(indices);
    await this.#controller.ask(indices);
    if (isBatch === true && this.phase === 'stopped') await this.#setNote({ isBatch });
  }

  /** Failed rows that another request may help: not those whose images cannot be read. */
  retryableRows(): number[] {
    return this.record.rows.flatMap(row => (isRetryableRow(row) ? [row.index] : []));
  }

  /**
   * Makes another question the run's; the run settings is shown for it. What is started afterwards asks that question.
   * @param change `schema: undefined` takes the form away.
   */
  setQuestion(change: QuestionChange): Promise<void> {
    if (this.isWorking) return Promise.resolve();
    const changed = this.#question.then(async () => {
      const { schema, ...question } = { ...this.record.question, ...change };
      await this.record.setQuestion(schema === undefined ? question : { ...question, schema });
      this.#controller.forget();
      await this.#setNote({
        started: undefined,
        isBatch: undefined,
        reused: countRows(this.record).described,
      });
      await this.#reckon();
    });
    this.#question = changed.catch(() => undefined);
    return changed;
  }

  /** In the unit that the page shows. */
  async setCap(amount: number | undefined): Promise<void> {
    const { question } = this.record;
    const price = this.#parts.priceOf(question);
    const unit = this.#note.cap?.unit ?? capUnit(question, price);
    const cap = amount === undefined ? undefined : { amount, unit };
    this.#controller.now?.run?.setCap(cap, price);
    this.#controller.now?.batches?.setCap(cap, price);
    await this.#setNote({ cap });
  }

  /** Keeps what is asked from now on to this person, or shares it as the setting says. */
  async setPrivate(isPrivate: boolean): Promise<void> {
    this.#sharingTrouble = undefined;
    await this.#setNote({ isPrivate: isPrivate || undefined });
  }

  /** Calls the run something else. */
  async rename(title: string): Promise<void> {
    await this.record.rename(title);
    await this.#setNote({});
  }

  /** The person changed the price of a model, the login, or a setting that the view shows. */
  settingsChanged(): void {
    void this.#reckon();
  }

  /** Stops what runs and lets go of the files; a run that worked is offered again. */
  async close(): Promise<void> {
    await this.#controller.close();
    await this.#changedPictures.close();
    this.#unsubscribe();
    await this.comparing.close();
    await this.record.close();
  }

  get #note(): RunNote {
    return this.#parts.notes.get(this.record.id) ?? { title: this.record.title };
  }

  /** Each reason for which answers are not shared is told once. */
  #openShared(question: RunQuestion): SharedAnswers | undefined {
    const { sharing } = this.#parts;
    this.#sharingTrouble = undefined;
    if (this.#note.isPrivate === true || sharing?.partner(question) === undefined) return undefined;
    return sharing.open(trouble => {
      this.#sharingTrouble = trouble;
      if (this.#toldTrouble !== trouble.message) sharing.tell(trouble);
      this.#toldTrouble = trouble.message;
      this.#changed.fire();
    });
  }

  async #setNote(change: NoteChange): Promise<void> {
    await this.#parts.notes.set(this.record.id, { title: this.record.title, ...change });
    this.#changed.fire();
  }

  async #reckon(): Promise<void> {
    const price = this.#parts.priceOf(this.record.question);
    // What cannot be read now is told where it is shown; the estimate is drawn from the rest another time.
    this.#estimate = await estimateRest(this.record, {
      price,
      most: this.#parts.most(this.record.question),
    }).catch(() => undefined);
    this.#changed.fire();
  }

  /** Pictures that changed are among those that are asked about. */
  async #prepare(question: RunQuestion, signal: AbortSignal): Promise<void> {
    await this.#changedPictures.settled(signal);
    await this.#parts.prepare(question, signal);
  }
}
