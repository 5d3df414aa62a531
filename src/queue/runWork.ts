import { SightlineError } from '../base/errors.ts';
import { httpFetch } from '../base/node/transport.ts';
import { isOfThisSystem } from '../base/retryable.ts';
import { sleep } from '../base/sleep.ts';
import { lookOf } from '../images/prepare/lookOf.ts';
import type { PreparedImage } from '../images/preparedImage.ts';
import type { Usage } from '../inference/api/answer.ts';
import type { Destination } from '../inference/api/question.ts';
import { filledPrompt, imageValues } from '../prompts/imageVariables.ts';
import { askedContent, type AskedOf } from '../runs/askedContent.ts';
import type { AskPicture } from '../runs/askPicture.ts';
import { failureOf } from '../runs/rowFailure.ts';
import { AdaptiveLimiter } from '../runs/running/adaptiveLimiter.ts';
import { AnswerJudge } from '../runs/running/answerJudge.ts';
import { askPictureBy } from '../runs/running/askPictureBy.ts';
import { askStructured } from '../runs/running/askStructured.ts';
import { failureKind } from '../runs/running/failureKind.ts';
import { guessUsage } from '../runs/running/guessUsage.ts';
import { preparePicture, readPicture } from '../runs/running/readPicture.ts';
import { RequestScheduler } from '../runs/running/requestScheduler.ts';
import { Spending } from '../runs/running/spending.ts';
import type { PictureFiles } from '../runs/runPicture.ts';
import { noUsage } from '../runs/usage.ts';
import { Budget, type Charge } from './budget.ts';
import { Finisher } from './finisher.ts';
import type { Patiently } from './patiently.ts';
import { jobSchema, type QueueDatabase } from './queueDatabase.ts';
import { paceOf, queueOf } from './queuePlaces.ts';
import { readJob, type JobResult, type QueuedPicture, type QueuedRun } from './queuedRun.ts';
import { SharedPace } from './sharedPace.ts';

/** A job in hand. */
export interface TakenJob {
  id: string;
  retryCount: number;
  data: unknown;
}

/** What a run is worked on with. */
export interface RunWorkParts {
  database: QueueDatabase;
  id: string;
  run: QueuedRun;
  /** Where a question about a picture goes, its key at hand. */
  destination: (picture: PreparedImage) => Destination;
  /** Where the file of a picture is on this machine. @throws {SightlineError} where it may not be read. */
  locate: (picture: QueuedPicture) => string;
  files: Pick<PictureFiles, 'read'>;
  /** Most questions at the same time. */
  most: number;
  patiently: Patiently;
  /** Told what a job came to. */
  onResult: (picture: QueuedPicture, result: JobResult) => void;
}

/** The work of one worker at one run: reads, prepares and asks as a run on one machine does, and writes what comes. */
export class RunWork {
  readonly #parts: RunWorkParts;
  readonly #halt = new AbortController();
  readonly #pace: SharedPace;
  readonly #budget: Budget;
  readonly #finisher: Finisher;
  readonly #scheduler: RequestScheduler;
  readonly #askedOf: AskedOf;
  readonly #inHand = new Map<string, TakenJob>();
  readonly #charges = new WeakMap<PreparedImage, Charge[]>();
  readonly #sentAt = new WeakMap<PreparedImage, number>();
  #cause: unknown;
  #lastAnswer: string | undefined;

  constructor(parts: RunWorkParts) {
    const { database, id, run, most, patiently } = parts;
    const { question, retries } = run;
    this.#parts = parts;
    this.#pace = new SharedPace(database, paceOf(question), patiently);
    this.#budget = new Budget(database, id, run, patiently);
    this.#finisher = new Finisher(database, id, this.#budget, patiently);
    this.#askedOf = askedContent(question.prompt);
    this.#scheduler = new RequestScheduler({
      ask: askStructured(this.#metered()),
      limiter: new AdaptiveLimiter({ most: () => most }),
      spending: new Spending(),
      judge: new AnswerJudge(question),
      look: lookOf,
      question,
      retries,
      now: Date.now,
      sleep,
      random: Math.random,
      onTrouble: () => undefined,
    });
  }

  get run(): QueuedRun {
    return this.#parts.run;
  }

  get inHand(): number {
    return this.#inHand.size;
  }

  /** Why no more of this run is asked by this worker; `undefined` while it goes on. */
  get cause(): unknown {
    return this.#halt.signal.aborted ? this.#cause : undefined;
  }

  get isHalted(): boolean {
    return this.#halt.signal.aborted;
  }

  /** The last answer that came. */
  get lastAnswer(): string | undefined {
    return this.#lastAnswer;
  }

  /** Asks nothing more; what is being asked is waited for, and what waits is given back. The first cause counts. */
  halt(cause: unknown): void {
    this.#cause ??= cause;
    this.#halt.abort();
  }

  /** Says that the jobs in hand are being worked on. */
  async beat(): Promise<void> {
    const jobs = [...this.#inHand.values()];
    if (jobs.length > 0) await this.#parts.database.jobs(boss => boss.touch(queueOf(this.#parts.id), jobs));
    await this.#budget.keep();
  }

  /** Works at a job to its end, or gives it back. @throws what ends the worker. */
  async take(job: TakenJob): Promise<void> {
    this.#inHand.set(job.id, job);
    try {
      const picture = readJob(job.data);
      if (picture === undefined) return await this.#giveBack(job);
      try {
        await this.#describe(job, picture);
      } catch (error) {
        if (!this.isHalted && !(error instanceof SightlineError)) throw error;
        if (this.isHalted || (error instanceof SightlineError && isOfThisSystem(error))) {
          this.halt(error);
          return await this.#giveBack(job);
        }
        await this.#finish(job, picture, { type: 'failed', failure: failureOf(error as SightlineError) }, []);
      }
    } finally {
      this.#inHand.delete(job.id);
    }
  }

  async #describe(job: TakenJob, picture: QueuedPicture): Promise<void> {
    const { run, files, locate } = this.#parts;
    const { signal } = this.#halt;
    const { question } = run;
    const location = locate(picture);
    const { bytes, sha256 } = await readPicture(files, { ...picture, location }, signal);
    const asked = this.#askedOf({ ...picture, location }, sha256);
    const whose = await this.#claim(job, asked);
    if (whose !== 'mine') {
      const result: JobResult | undefined = whose === 'same' ? { type: 'same', sha256 } : undefined;
      return this.#finish(job, picture, result, []);
    }
    let prepared: PreparedImage | undefined;
    try {
      prepared = await preparePicture(bytes, question.image, picture.name);
      signal.throwIfAborted();
      const values = imageValues({ ...picture, location }, prepared.original);
      const answer = await this.#scheduler.about(prepared, {
        prompt: filledPrompt(question.prompt, [values]),
        signal,
        because: reason => this.halt(reason),
        onAsking: () => undefined,
        isDescribed: () => false,
        askedElsewhere: () => undefined,
      });
      if (answer === undefined) return await this.#giveBack(job);
      const { width, height } = prepared.original;
      const seconds = Math.max(0, Date.now() - (this.#sentAt.get(prepared) ?? Date.now())) / 1000;
      const notes = [...prepared.notes, ...answer.notes];
      const result = { ...answer, notes, sha256, width, height, seconds };
      const charges = this.#chargesOf(prepared);
      await this.#finish(
        job,
        picture,
        { type: 'described', answer: result, answeredAt: Date.now() },
        charges,
      );
    } catch (error) {
      const charges = prepared === undefined ? [] : this.#chargesOf(prepared);
      if (this.isHalted || !(error instanceof SightlineError) || isOfThisSystem(error)) {
        await this.#finisher.settle(charges);
        throw error;
      }
      await this.#finish(job, picture, { type: 'failed', failure: failureOf(error), asked }, charges);
    }
  }

  /** Whether this job asks about a content: not where it has a result already, nor where another one of the run does. */
  async #claim({ id }: TakenJob, asked: string): Promise<'mine' | 'same' | 'done'> {
    const { database, id: run, patiently } = this.#parts;
    const [claim] = await patiently(() =>
      database.query<{ job: string; done: boolean }>(
        `WITH claim AS (
           INSERT INTO sightline_queue.contents (run, asked, job) SELECT $1, $2, $3::uuid
           WHERE EXISTS (SELECT FROM sightline_queue.runs WHERE id = $1)
           ON CONFLICT (run, asked) DO UPDATE SET job = contents.job RETURNING job
         )
         SELECT job, EXISTS (SELECT FROM sightline_queue.answers WHERE run = $1 AND answers.job = $3::uuid) AS done FROM claim`,
        [run, asked, id],
      ),
    );
    // The run is gone, and with it whoever wants an answer.
    if (claim === undefined || claim.done) return 'done';
    return claim.job === id ? 'mine' : 'same';
  }

  async #finish(
    { id }: TakenJob,
    picture: QueuedPicture,
    result: JobResult | undefined,
    charges: readonly Charge[],
  ): Promise<void> {
    await this.#finisher.finish(id, result, charges);
    if (result !== undefined) this.#parts.onResult(picture, result);
  }

  /** Puts a job back for others, as if it had not been taken: it counts as no loss. */
  async #giveBack({ id, retryCount }: TakenJob): Promise<void> {
    const { database, id: run } = this.#parts;
    // Where that fails it comes back by itself, once nothing is heard of this worker.
    await database
      .query(
        `UPDATE ${jobSchema}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL
         WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
        [queueOf(run), id, retryCount],
      )
      .catch(() => undefined);
  }

  /** Asks once: within the cap, at the pace, and with the cost noted. */
  #metered(): AskPicture {
    const { run } = this.#parts;
    const { signal } = this.#halt;
    const ask = askPictureBy(picture => this.#destination(picture), { timeoutMs: run.timeoutMs });
    return async (question, picture, options) => {
      const id = await this.#budget.reserve(signal);
      let usage: Usage | undefined;
      let image = false;
      let guessed = false;
      try {
        await this.#pace.turn(signal);
        this.#sentAt.set(picture, Date.now());
        const answer = await ask(question, picture, {
          ...options,
          onUsage: cost => {
            usage = cost;
            options.onUsage?.(cost);
          },
        });
        image = true;
        this.#lastAnswer = answer.text;
        if (usage === undefined) {
          guessed = true;
          usage = guessUsage(question, { size: picture.original, text: answer.text });
        }
        return answer;
      } catch (error) {
        if (!(error instanceof SightlineError)) throw error;
        const kind = failureKind(error);
        if (kind === 'answer' || error.code === 'incomplete') {
          image = true;
          guessed = usage === undefined;
          usage ??= guessUsage(question, { size: picture.original, text: '' });
        }
        if (kind === 'tooFast' || kind === 'overloaded' || error.retryAfterMs !== undefined)
          await this.#pace.setBack(error.retryAfterMs).catch(() => undefined);
        throw error;
      } finally {
        const charge = { id, usage: usage ?? noUsage, guessed, image };
        const charges = this.#charges.get(picture);
        if (charges === undefined) this.#charges.set(picture, [charge]);
        else charges.push(charge);
        // What cost nothing is free again at once: the picture may have to wait.
        if (usage === undefined && run.cap !== undefined)
          await this.#finisher.settle(this.#chargesOf(picture)).catch(() => undefined);
      }
    };
  }

  /** The destination of one question. Its turn is there already; whatever goes out beyond one request waits for another. */
  #destination(picture: PreparedImage): Destination {
    const destination = this.#parts.destination(picture);
    const { fetch = httpFetch } = destination;
    let requests = 0;
    return {
      ...destination,
      fetch: async (...request) => {
        if (requests++ > 0) await this.#pace.turn(this.#halt.signal);
        return fetch(...request);
      },
    };
  }

  #chargesOf(picture: PreparedImage): Charge[] {
    const charges = this.#charges.get(picture) ?? [];
    this.#charges.delete(picture);
    return charges;
  }
}
