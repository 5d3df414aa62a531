import { KnownFault, type ProviderFault } from '../faults/providerFault.ts';

/**
 * What a provider allows of batches that is known only by its refusal. `enqueued`: so much in all batches that are not
 * over; `requests` and `bytes`: of one batch and its file; `batches`: not over at a time; `perDay`: until tomorrow.
 */
export type BatchLimitKind = 'enqueued' | 'requests' | 'bytes' | 'batches' | 'perDay';

/** A limit that a batch was refused for. */
export interface BatchLimit {
  kind: BatchLimitKind;
  /** The number that the provider names: tokens, requests, bytes or batches. */
  stated?: number;
}

/** Characters of a reason that are looked at. */
const mostLookedAt = 500;

/**
 * The words, in the order in which they are looked for. Sources: openai/openai-python#2084 and #1643, Azure's
 * `token_limit_exceeded` ("surpassed the configured limit of 30K", learn.microsoft.com/answers/questions/2285577) and
 * `too_many_tasks`, "File is too large." (bespokelabsai/curator#111), LiteLLM's `max_batch_file_size_mb` and its batch
 * limits (BerriAI/litellm#37527, #37539), "too many concurrent batch jobs" (ai.google.dev/gemini-api/docs/rate-limits).
 */
const words: readonly (readonly [BatchLimitKind, readonly string[]])[] = [
  ['enqueued', ['token_limit_exceeded', 'enqueued', 'queued tokens', 'tokens in queue', 'batch queue limit']],
  ['perDay', ['per day', 'per-day', 'daily', 'today']],
  [
    'bytes',
    [
      ...[
        'file is too large',
        'file too large',
        'file size',
        'size of the file',
        'too_large',
        'entity too large',
      ],
      ...['payload too large', 'file exceeds', 'max_batch_file_size', 'maximum size'],
    ],
  ],
  [
    'batches',
    [
      ...[
        'too many batch',
        'many active batch',
        'many concurrent batch',
        'many running batch',
        'many pending batch',
      ],
      ...['active batches', 'concurrent batch', 'batches in progress', 'running batches', 'pending batches'],
      ...['number of batch', 'in-progress batches', 'in_progress batches', 'too_many_batches', 'batch jobs'],
    ],
  ],
  [
    'requests',
    [
      ...[
        'too_many_tasks',
        'requests per batch',
        'requests in the batch',
        'requests in a batch',
        'number of lines',
      ],
      ...['requests in batch', 'too many lines', 'number of requests', 'batch size', 'lines in the'],
      ...['too many requests in', 'batch rate limit exceeded', 'max_requests'],
    ],
  ],
];

/** What a limit is spoken of with; without one of these a refusal is about something else. */
const excess: readonly string[] = [
  ...[
    'limit',
    'max',
    'exceed',
    'too many',
    'too large',
    'too_',
    'more than',
    'quota',
    'surpass',
    'at most',
    'reached',
  ],
];

/** The limit that a refusal is about; `undefined` where it is about something else. */
export function batchLimitOf({ status, code = '', reason }: ProviderFault): BatchLimit | undefined {
  const said = `${code} ${reason.slice(0, mostLookedAt)}`.toLowerCase();
  const kind = status === 413 ? 'bytes' : kindOf(said);
  if (kind === undefined) return undefined;
  const stated = statedIn(said);
  return { kind, ...(stated === undefined ? {} : { stated }) };
}

/** The same of an error for the person. */
export function batchLimitIn(error: unknown): BatchLimit | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof KnownFault ? batchLimitOf(cause.fault) : undefined;
}

function kindOf(said: string): BatchLimitKind | undefined {
  if (!excess.some(word => said.includes(word))) return undefined;
  // A pace of so many requests in a minute is no limit of a batch.
  if (said.includes('per minute') && !said.includes('batch')) return undefined;
  const [kind] = words.find(([, some]) => some.some(word => said.includes(word))) ?? [];
  return kind === 'requests' && !['batch', 'file', 'line', 'task'].some(word => said.includes(word))
    ? undefined
    : kind;
}

/** What a number of a limit stands behind, and within how many words. */
const before: readonly string[] = ['limit', 'max', 'most', 'than', 'exceeds'];
const within = 6;

const units: Readonly<Record<string, number>> = {
  ...{ k: 1e3, m: 1e6, b: 1e9, kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 },
};

/** The number of the limit in a sentence: `Limit: 2,000,000`, `limit of 30K`, `max_batch_file_size_mb of 10 MB`. */
function statedIn(said: string): number | undefined {
  const all = said.split(/\s+/);
  for (const [at, word] of all.entries()) {
    if (!before.some(one => word.startsWith(one))) continue;
    for (let next = at + 1; next <= at + within; next += 1) {
      const found = amountOf(all[next] ?? '', all[next + 1] ?? '');
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function amountOf(word: string, next: string): number | undefined {
  const found = /^\(?(\d[\d,_]{0,14}(?:\.\d{1,6})?)([a-z]{0,3})\W{0,3}$/.exec(word);
  if (found === null) return undefined;
  const unit = units[found[2] || next.slice(0, 3).replaceAll(/\W/g, '')];
  const amount = Number((found[1] ?? '').replaceAll(/[,_]/g, '')) * (unit ?? 1);
  return amount > 0 ? Math.floor(amount) : undefined;
}
