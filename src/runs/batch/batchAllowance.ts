import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { BatchLimit } from '../../inference/batches/batchLimit.ts';
import type { BatchLimits } from '../../inference/batches/batchProviders.ts';
import { writeWhole } from '../../base/node/writeWhole.ts';
import { makeFolder } from '../store/durableFile.ts';

const count = z.optional(z.int().check(z.positive()));

/** What a provider allows, as its refusals have taught; what is absent is not known to be limited. */
const allowanceSchema = z.object({
  /** Milliseconds since the epoch at which the last of it was learned. */
  at: z.number(),
  /** Requests in all batches that are not over. */
  enqueued: count,
  /** Requests, and bytes, of one batch. */
  requests: count,
  bytes: count,
  /** Batches that are not over at a time. */
  batches: count,
  /** Milliseconds since the epoch before which it takes no batch. */
  notBefore: z.optional(z.number()),
  /** It took none for today: a small one shows whether it does again. */
  tryFirst: z.optional(z.boolean()),
});

type Allowance = z.infer<typeof allowanceSchema>;

/** Models of which it is kept, and milliseconds for which it is. */
const mostKept = 200;
const keptFor = 30 * 24 * 3600_000;

/** Milliseconds after which twice as much is tried: others may have used up a limit, and limits are raised. */
const doublesAfter = 24 * 3600_000;

/** Part of a limit in tokens that is made use of: how many tokens a request has is guessed. */
const used = 0.8;

/** A batch that was refused. */
export interface RefusedBatch {
  requests: number;
  /** Of its file, where it is known. */
  bytes?: number;
  /** Tokens that one of its requests may count for. */
  tokensEach: number;
  /** Batches of ours that are not over, and the requests in them. */
  others: { batches: number; requests: number };
  /** Milliseconds that the provider wants to be left alone. */
  retryAfterMs?: number | undefined;
}

/**
 * What the providers of batches allow, in a file beside those of the runs, so that what was learned by one is known to all,
 * also after a restart. A file that is lost or cannot be written costs a refusal more, nothing else.
 */
export class BatchAllowance {
  readonly #file: string;
  readonly #place: string;
  readonly #now: () => number;
  #known: Allowance;

  private constructor(file: string, place: string, known: Allowance | undefined, now: () => number) {
    this.#file = file;
    this.#place = place;
    this.#known = known ?? { at: now() };
    this.#now = now;
  }

  /** @param folder The one that the runs' own files are in. */
  static async open(
    folder: string,
    { origin, model }: { origin: string; model: string },
    now: () => number,
  ): Promise<BatchAllowance> {
    const file = join(folder, 'batch-limits.json');
    const place = `${origin} ${model}`;
    return new BatchAllowance(file, place, (await read(file, now())).get(place), now);
  }

  /** How large one batch may be. */
  within({ lines, bytes }: BatchLimits): BatchLimits {
    const { enqueued, requests, bytes: most } = this.#known;
    const allowed = Math.min(this.#grown(enqueued), this.#grown(requests));
    return { lines: Math.min(lines, allowed), bytes: Math.min(bytes, this.#grown(most)) };
  }

  /** Whether a batch with so many requests may be there beside others that are not over. */
  hasRoom(requests: number, others: RefusedBatch['others']): boolean {
    const { enqueued, batches } = this.#known;
    const atOnce = this.#grown(enqueued);
    return others.batches < this.#grown(batches) && others.requests + requests <= atOnce;
  }

  /** Milliseconds since the epoch before which nothing is taken. */
  get notBefore(): number | undefined {
    const { notBefore } = this.#known;
    return notBefore !== undefined && notBefore > this.#now() ? notBefore : undefined;
  }

  /** Whether a small batch is to go first, to see whether any is taken. */
  get triesFirst(): boolean {
    return this.#known.tryFirst === true;
  }

  /** A batch was taken. */
  async taken(): Promise<void> {
    if (this.#known.tryFirst === undefined && this.#known.notBefore === undefined) return;
    const { tryFirst: _, notBefore: _past, ...rest } = this.#known;
    await this.#keep(rest);
  }

  /**
   * Learns from a refusal. `smaller`: what is asked for next is smaller; `later`: the same is taken once other batches
   * are over; `no`: nothing that is known helps now.
   */
  async learn({ kind, stated }: BatchLimit, refused: RefusedBatch): Promise<'smaller' | 'later' | 'no'> {
    const { requests, bytes, others, tokensEach, retryAfterMs } = refused;
    if (kind === 'perDay') {
      const until = retryAfterMs === undefined ? {} : { notBefore: this.#now() + retryAfterMs };
      await this.#keep({ ...this.#known, ...until, tryFirst: true });
      return 'no';
    }
    if ((kind === 'enqueued' || kind === 'batches') && others.batches > 0) {
      const change = kind === 'enqueued' ? { enqueued: others.requests } : { batches: others.batches };
      await this.#keep({ ...this.#known, ...change });
      return 'later';
    }
    if (kind === 'batches') return 'no';
    if (kind === 'bytes' && bytes !== undefined) {
      if (requests <= 1) return 'no';
      await this.#keep({ ...this.#known, bytes: smaller(bytes, stated) });
      return 'smaller';
    }
    if (requests <= 1) return 'no';
    const inTokens = stated === undefined ? undefined : Math.floor((stated * used) / tokensEach);
    const fewer =
      kind === 'enqueued'
        ? Math.min(half(requests), Math.max(1, inTokens ?? Infinity))
        : smaller(requests, kind === 'requests' ? stated : undefined);
    await this.#keep({ ...this.#known, [kind === 'enqueued' ? 'enqueued' : 'requests']: fewer });
    return 'smaller';
  }

  #grown(limit = Infinity): number {
    return limit * 2 ** Math.max(0, Math.floor((this.#now() - this.#known.at) / doublesAfter));
  }

  async #keep(known: Omit<Allowance, 'at'>): Promise<void> {
    this.#known = { ...known, at: this.#now() };
    try {
      // Another process may have learned of other models meanwhile.
      const all = await read(this.#file, this.#now());
      all.delete(this.#place);
      const kept = [...all, [this.#place, this.#known] as const].slice(-mostKept);
      await makeFolder(join(this.#file, '..'));
      await writeWhole(this.#file, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 });
    } catch {
      // Known as long as this process lasts.
    }
  }
}

/** What the provider names, where that is less than what it refused, else half of it. */
function smaller(refused: number, stated: number | undefined): number {
  return stated !== undefined && stated < refused ? stated : half(refused);
}

function half(amount: number): number {
  return Math.max(1, Math.floor(amount / 2));
}

async function read(file: string, now: number): Promise<Map<string, Allowance>> {
  try {
    const all = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
    return new Map(
      Object.entries(all).flatMap(([place, value]) => {
        const { data } = allowanceSchema.safeParse(value);
        return data === undefined || now - data.at > keptFor ? [] : [[place, data] as const];
      }),
    );
  } catch {
    // There is none, or it is damaged.
    return new Map();
  }
}
