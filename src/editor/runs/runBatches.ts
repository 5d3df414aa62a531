import { editorModelsProvider } from '../editorModels/editorModelsProvider.ts';
import { mayCarryKey } from '../../base/address.ts';
import { batchPossible, batchTerms } from '../../inference/batches/batchProviders.ts';
import { BatchJournal } from '../../runs/batch/batchJournal.ts';
import { BatchRun } from '../../runs/batch/batchRun.ts';
import { markPending } from '../../runs/batch/markPending.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import { editorPictureFiles } from './files/editorPictureFiles.ts';
import type { RunQuestions } from './runQuestions.ts';
import type { OpenBatchesOptions } from './runSessionParts.ts';

/** What batches of runs work with. */
export interface RunBatchesParts {
  questions: RunQuestions;
  asker: ModelAsker;
  /** The folder that the runs' own files are in. */
  folder: string;
  /** Milliseconds without a byte until a request counts as lost. */
  timeoutMs: () => number;
  /** Further tries, where the person set it. */
  retries: () => number | undefined;
  /** It became known whether a provider has batches. */
  onKnown: () => void;
}

/** The Batch APIs of the providers that runs go to. */
export class RunBatches {
  readonly #parts: RunBatchesParts;
  readonly #known = new Map<string, boolean>();

  constructor(parts: RunBatchesParts) {
    this.#parts = parts;
  }

  /** Whether a question can be asked in batches, as far as that is known; where it is not, it is found out. */
  possible(question: RunQuestion): boolean {
    const place = `${question.provider} ${question.origin}`;
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    this.#known.set(place, false);
    void this.#findOut(question).then(
      found => {
        this.#known.set(place, found);
        if (found) this.#parts.onKnown();
      },
      // A provider that cannot be reached now is asked when a run is opened the next time.
      () => this.#known.delete(place),
    );
    return false;
  }

  /** Opens what a run has with the provider. */
  async open(record: RunRecord, options: OpenBatchesOptions, signal: AbortSignal): Promise<BatchRun> {
    const { questions, asker, folder, timeoutMs, retries } = this.#parts;
    const provider = questions.provider(record.question);
    return BatchRun.open({
      ...options,
      record,
      files: editorPictureFiles,
      destination: await asker.destination(provider, signal),
      limits: batchTerms(provider).limits,
      folder,
      timeoutMs: timeoutMs(),
      retries: retries(),
    });
  }

  /** Whether the provider has batches of a run that are not fetched yet. */
  async has(id: string): Promise<boolean> {
    return (await BatchJournal.pending(this.#parts.folder, id)).length > 0;
  }

  /** Says of a run's rows that the provider has them in a batch, and whether there is one to be watched. */
  async mark(record: RunRecord): Promise<boolean> {
    return this.#isReachable(record.question) && markPending(this.#parts.folder, record);
  }

  #isReachable(question: RunQuestion): boolean {
    const { questions } = this.#parts;
    if (questions.isOffline(question)) return false;
    try {
      questions.provider(question);
      return true;
    } catch {
      // It has gone or moved: what it has cannot be fetched, and is no reason to keep rows from being asked.
      return false;
    }
  }

  async #findOut(question: RunQuestion): Promise<boolean> {
    const { questions, asker } = this.#parts;
    if (questions.isOffline(question) || question.provider === editorModelsProvider.id) return false;
    const provider = questions.provider(question);
    // Looking is no reason to ask the person whether a key may go unencrypted.
    if (!mayCarryKey(provider.baseURL)) return false;
    const { signal } = new AbortController();
    return batchPossible(provider, await asker.destination(provider, signal), { signal });
  }
}
