import type { Usage } from '../../inference/api/answer.ts';
import type { SightlineError } from '../../base/errors.ts';
import type { BatchStatus } from '../../inference/batches/batch.ts';
import { noUsage, sumOf } from '../usage.ts';
import { t } from '../../base/l10n.ts';

/** How far one batch of a run is. `unsent` and `unclear` are ours: not uploaded yet; not known whether it was created. */
export interface BatchView {
  /** The provider's; absent until it is known. */
  id?: string;
  status: BatchStatus | 'unsent' | 'unclear';
  /** The status as a sentence. */
  words: string;
  /** Requests: all of them, and what the provider says of them. */
  total: number;
  completed: number;
  failed: number;
}

/** How a run's batches stand. */
export interface BatchProgress {
  /** Requests in batches that are not over. */
  submitted: number;
  /** Those of them that the provider has dealt with. */
  done: number;
  /** The batches that are not over, the oldest first. */
  batches: readonly BatchView[];
  /** Milliseconds since the epoch at which the provider is asked next. */
  nextLookAt?: number;
  /** What is being waited for beside the provider's work, or what is amiss: a sentence. */
  message?: string;
}

/** What the batches that ended brought. */
export interface BatchOutcome {
  /** Pictures that are described now. */
  described: number;
  failed: number;
  /** Pictures that are open again: expired, cancelled, passing failures, batches that were refused as a whole. */
  reopened: number;
  /** Lines with names that are none of the batch's. */
  unknown: number;
  /** Lines that are no JSON or have no name. */
  unreadable: number;
  /** What the person should know, a sentence each: why a batch was refused, what could not be deleted. */
  notes: string[];
  /** What the answers cost, also those that are of no use; `guessed` where the provider does not count all. */
  usage: Usage;
  guessed: boolean;
  /** A batch was refused for a limit that is known now, so that its rows can be submitted in another way. */
  hasLearned: boolean;
  /** Why nothing more is to be submitted: every further answer would be of no use. */
  stop?: SightlineError;
}

/** Nothing yet. */
export function noOutcome(): BatchOutcome {
  return {
    described: 0,
    failed: 0,
    reopened: 0,
    unknown: 0,
    unreadable: 0,
    notes: [],
    usage: noUsage,
    guessed: false,
    hasLearned: false,
  };
}

/** Adds what one batch brought. */
export function addOutcome(sum: BatchOutcome, more: BatchOutcome): void {
  for (const name of ['described', 'failed', 'reopened', 'unknown', 'unreadable'] as const)
    sum[name] += more[name];
  sum.usage = sumOf(sum.usage, more.usage);
  sum.guessed ||= more.guessed;
  sum.hasLearned ||= more.hasLearned;
  if (sum.stop === undefined && more.stop !== undefined) sum.stop = more.stop;
  for (const note of more.notes) if (!sum.notes.includes(note)) sum.notes.push(note);
}

/** A batch's status as a sentence. */
export const batchStatusText: Record<BatchView['status'], string> = {
  get unsent() {
    return t('It is on its way to the provider.');
  },
  get unclear() {
    return t('It is not known yet whether the provider took it.');
  },
  get validating() {
    return t('The provider checks it.');
  },
  get failed() {
    return t('The provider refused it.');
  },
  get in_progress() {
    return t('The provider works on it.');
  },
  get finalizing() {
    return t('The provider gathers its answers.');
  },
  get completed() {
    return t('It is answered.');
  },
  get expired() {
    return t('Its time is up.');
  },
  get cancelling() {
    return t('It is being cancelled.');
  },
  get cancelled() {
    return t('It is cancelled.');
  },
};
