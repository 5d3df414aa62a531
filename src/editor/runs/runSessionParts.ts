import type { SightlineError } from '../../base/errors.ts';
import type { AskPicture } from '../../runs/askPicture.ts';
import type { BatchRun, BatchRunOptions } from '../../runs/batch/batchRun.ts';
import type { PictureReader } from '../../runs/running/pictureReader.ts';
import type { PictureFiles } from '../../runs/runPicture.ts';
import type { Price } from '../../base/dollars.ts';
import type { RunEnding } from '../../runs/runProgress.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { SharedAnswers } from '../../runs/running/sharedAnswers.ts';
import type { RunView } from '../../protocol/run.ts';
import type { RunMemento } from './runMemento.ts';

/** What an open run works with; the editor's parts, or a test's. */
export interface RunSessionParts {
  record: RunRecord;
  notes: RunMemento;
  files: PictureFiles;
  /** How images are read and prepared; by `files` and in this thread where it is absent. */
  reader?: PictureReader;
  /** Settles what has to be before the first question: address, key, and whether pictures are taken. */
  prepare: (question: RunQuestion, signal: AbortSignal) => Promise<void>;
  /** How a question is asked about one picture. */
  askBy: (question: RunQuestion) => AskPicture;
  /** Most questions at the same time. */
  most: (question: RunQuestion) => number;
  /** Further tries after failures that may pass, where the person set it. */
  retries?: () => number | undefined;
  priceOf: (question: RunQuestion) => Price | undefined;
  providerName: (question: RunQuestion) => string;
  batchPossible: (question: RunQuestion) => boolean;
  /** Opens what a run has with the provider in batches. */
  openBatches: (record: RunRecord, options: OpenBatchesOptions, signal: AbortSignal) => Promise<BatchRun>;
  /** Answers in common with a team; absent where there are none. */
  sharing?: RunSharing;
  keptIn: string;
}

/** With whom answers are shared: nobody as long as the person is logged out. */
export type SharingPartner = Pick<NonNullable<RunView['sharing']>, 'isLoggedIn' | 'host' | 'workspace'>;

/** The answers that runs share with a team. */
export interface RunSharing {
  /** With whom the answers to a question are shared; `undefined` where they are not, as the person wants it. */
  partner: (question: RunQuestion) => SharingPartner | undefined;
  /** Where a run looks answers up, and leaves its own. Asks nothing before that. @param onTrouble Told the first failure. */
  open: (onTrouble: (trouble: SightlineError) => void) => SharedAnswers;
  /** Tells the person why answers are not shared now. */
  tell: (trouble: SightlineError) => void;
}

/** What may be spent on batches, and who is told of them. */
export type OpenBatchesOptions = Pick<
  BatchRunOptions,
  'onProgress' | 'cap' | 'price' | 'spentBefore' | 'imagesBefore'
>;

/** Parts of a question that change. */
export type QuestionChange = Partial<Omit<RunQuestion, 'schema'>> & {
  /** `undefined` takes the form away. */
  schema?: RunQuestion['schema'] | undefined;
};

/** How work at a run ended. */
export interface RunEnded {
  ending: RunEnding;
  failure?: SightlineError;
}
