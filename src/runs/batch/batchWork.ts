import type { Batch } from '../../inference/batches/batch.ts';
import type { BatchClient } from '../../inference/batches/batchClient.ts';
import type { BatchLimits } from '../../inference/batches/batchProviders.ts';
import type { PictureFiles } from '../runPicture.ts';
import type { RunRecord } from '../runRecord.ts';
import type { Spending } from '../running/spending.ts';
import type { BatchAllowance } from './batchAllowance.ts';
import type { BatchJournal } from './batchJournal.ts';

/** What everything that is done with a run's batches works with. */
export interface BatchWork {
  record: RunRecord;
  files: PictureFiles;
  client: BatchClient;
  limits: BatchLimits;
  /** What was learned of the provider's limits beside those. */
  allowance: BatchAllowance;
  journal: BatchJournal;
  spending: Spending;
  /** Where files are written until they are uploaded. */
  folder: string;
  /** What the provider said last, by the parts' keys. */
  views: Map<string, Batch>;
  /** How often batches were over whose answers were not there yet, by the parts' keys. */
  withoutAnswers: Map<string, number>;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Tells that the progress is another. */
  changed: () => void;
}
