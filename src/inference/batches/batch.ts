import { SightlineError } from '../../base/errors.ts';
import { listOf, objectOf, textOf } from '../api/chunkMeaning.ts';
import { t } from '../../base/l10n.ts';

const statuses = [
  'validating',
  'failed',
  'in_progress',
  'finalizing',
  'completed',
  'expired',
  'cancelling',
  'cancelled',
] as const;

/** How far a batch is, in the words of the API. */
export type BatchStatus = (typeof statuses)[number];

/** A fault that the provider found in the file of a batch. */
export interface BatchFault {
  code?: string;
  message: string;
  /** Line of the file, from 1; absent where it is about all of it. */
  line?: number;
}

/** A batch as the provider tells it. */
export interface Batch {
  id: string;
  status: BatchStatus;
  inputFileId?: string;
  /** The file of the requests that were answered; absent where none was. */
  outputFileId?: string;
  /** The file of those that failed, expired or were cancelled; absent where none did. */
  errorFileId?: string;
  /** Requests; zeros until the file is read. */
  counts: { total: number; completed: number; failed: number };
  faults: BatchFault[];
  metadata: Record<string, string>;
}

/** Whether nothing more will come of it: what it has lies in its files. */
export function isOver({ status }: Batch): boolean {
  return ['failed', 'completed', 'expired', 'cancelled'].includes(status);
}

/**
 * Reads a batch from a server's answer. A status that is new to us counts as work that goes on.
 * @throws {SightlineError} `notAService` where it is none.
 */
export function readBatch(value: unknown, label: string): Batch {
  const batch = objectOf(value);
  const id = textOf(batch.id);
  const status = textOf(batch.status).toLowerCase();
  if (id === '' || status === '')
    throw new SightlineError(
      'notAService',
      t('{label} does not support the Batch API of OpenAI.', { label }),
      {
        hint: t('Run without a batch.'),
      },
    );
  const counts = objectOf(batch.request_counts);
  const inputFileId = textOf(batch.input_file_id);
  const outputFileId = textOf(batch.output_file_id);
  const errorFileId = textOf(batch.error_file_id);
  return {
    id,
    status: statuses.find(known => known === status) ?? 'in_progress',
    ...(inputFileId ? { inputFileId } : {}),
    ...(outputFileId ? { outputFileId } : {}),
    ...(errorFileId ? { errorFileId } : {}),
    counts: {
      total: numberOf(counts.total),
      completed: numberOf(counts.completed),
      failed: numberOf(counts.failed),
    },
    faults: listOf(objectOf(batch.errors).data).map(faultOf),
    metadata: Object.fromEntries(
      Object.entries(objectOf(batch.metadata)).filter((pair): pair is [string, string] => {
        return typeof pair[1] === 'string';
      }),
    ),
  };
}

function faultOf(value: unknown): BatchFault {
  const { code, message, line } = objectOf(value);
  return {
    ...(typeof code === 'string' ? { code } : {}),
    message: textOf(message),
    ...(typeof line === 'number' ? { line } : {}),
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
