import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import type { Usage } from '../../inference/api/answer.ts';
import { noUsage, sumOf } from '../usage.ts';
import { formatVersion, newerVersion, writtenByNewer } from '../store/format.ts';
import { LineFile } from '../store/lineFile.ts';
import type { BatchPart } from './batchPart.ts';
import { t } from '../../base/l10n.ts';

const what = (): string => t("The list of the run's batches");

/** Index, SHA-256, width, height, notes. */
const lineSchema = z.tuple([z.number(), z.string(), z.number(), z.number(), z.array(z.string())]);

const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });

/** `end` says why a part is over: `read` in, `dropped` before it was created, or `lost` by the provider. */
const recordSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('plan'),
    part: z.string(),
    at: z.number(),
    question: z.string(),
    origin: z.string(),
    api: z.enum(['responses', 'chat.completions']),
    lines: z.array(lineSchema),
  }),
  z.object({ type: z.literal('file'), part: z.string(), id: z.string() }),
  z.object({ type: z.literal('batch'), part: z.string(), id: z.string() }),
  z.object({
    type: z.literal('read'),
    part: z.string(),
    files: z.array(z.string()),
    usage: z.optional(usageSchema),
  }),
  z.object({ type: z.literal('end'), part: z.string(), why: z.enum(['read', 'dropped', 'lost']) }),
  /** Whether rows are held back until the batches that are there are over. */
  z.object({ type: z.literal('rest'), held: z.boolean() }),
]);
type JournalRecord = z.infer<typeof recordSchema>;

/**
 * The batches of a run that are not over, in a file that only grows beside the run's own. What resolves is on the disk:
 * a batch is written down before it is created, so that none is ever forgotten.
 */
export class BatchJournal {
  readonly #file: string;
  readonly #parts = new Map<string, BatchPart>();
  #lines: LineFile | undefined;
  #spent = noUsage;
  #holdsBack = false;

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Opens the journal of a run.
   * @param folder The one that the run's own file is in.
   * @throws {SightlineError} `store`
   */
  static async open(folder: string, id: string): Promise<BatchJournal> {
    const file = join(folder, `${id}.batches.jsonl`);
    const journal = new BatchJournal(file);
    if ((await stat(file).catch(() => undefined)) !== undefined) await journal.#read();
    return journal;
  }

  /**
   * The batches of a run that are not over, only looked at; the oldest first.
   * @throws {SightlineError} `store`
   */
  static async pending(folder: string, id: string): Promise<readonly BatchPart[]> {
    const journal = await BatchJournal.open(folder, id);
    await journal.close();
    return journal.parts;
  }

  /** Those that are not over, the oldest first. */
  get parts(): readonly BatchPart[] {
    return [...this.#parts.values()];
  }

  /** What the answers of all batches cost that were read in. */
  get spent(): Usage {
    return this.#spent;
  }

  /** Whether rows are held back until the batches that are there are over. */
  get holdsBack(): boolean {
    return this.#holdsBack;
  }

  async holdBack(held: boolean): Promise<void> {
    if (held !== this.#holdsBack) await this.#keep({ type: 'rest', held });
  }

  async plan(part: Omit<BatchPart, 'fileId' | 'batchId' | 'read'>): Promise<BatchPart> {
    const { key, at, question, origin, api, lines } = part;
    await this.#keep({
      type: 'plan',
      part: key,
      at,
      question,
      origin,
      api,
      lines: [...lines].map(([sha256, { index, width, height, notes }]) => {
        return [index, sha256, width, height, notes];
      }),
    });
    return this.#parts.get(key) ?? part;
  }

  uploaded({ key }: BatchPart, id: string): Promise<void> {
    return this.#keep({ type: 'file', part: key, id });
  }

  created({ key }: BatchPart, id: string): Promise<void> {
    return this.#keep({ type: 'batch', part: key, id });
  }

  /** All that the batch brought is kept elsewhere, but for what it cost. */
  read({ key }: BatchPart, files: readonly string[], usage: Usage): Promise<void> {
    return this.#keep({ type: 'read', part: key, files: [...files], usage });
  }

  end({ key }: BatchPart, why: 'read' | 'dropped' | 'lost'): Promise<void> {
    return this.#keep({ type: 'end', part: key, why });
  }

  async close(): Promise<void> {
    await this.#lines?.close();
    this.#lines = undefined;
  }

  async #read(): Promise<void> {
    let first = true;
    this.#lines = await LineFile.open(this.#file, what(), text => {
      const value = parseJson(text);
      const newer = first ? newerVersion(value) : undefined;
      first = false;
      if (newer !== undefined) throw writtenByNewer(what(), newer);
      const { success, data } = recordSchema.safeParse(value);
      if (success) this.#take(data);
    });
  }

  async #keep(record: JournalRecord): Promise<void> {
    this.#lines ??= await LineFile.create(this.#file, what(), [
      { format: 'sightline batches', version: formatVersion },
    ]);
    await this.#lines.append([record]);
    this.#take(record);
  }

  #take(record: JournalRecord): void {
    if (record.type === 'rest') {
      this.#holdsBack = record.held;
      return;
    }
    const part = this.#parts.get(record.part);
    if (record.type === 'plan') this.#parts.set(record.part, partOf(record));
    else if (record.type === 'end') this.#parts.delete(record.part);
    else if (part === undefined) return;
    else if (record.type === 'file') part.fileId = record.id;
    else if (record.type === 'batch') part.batchId = record.id;
    else {
      part.read = record.files;
      if (record.usage !== undefined) this.#spent = sumOf(this.#spent, record.usage);
    }
  }
}

function partOf({
  part,
  at,
  question,
  origin,
  api,
  lines,
}: Extract<JournalRecord, { type: 'plan' }>): BatchPart {
  return {
    key: part,
    at,
    question,
    origin,
    api,
    lines: new Map(
      lines.map(([index, sha256, width, height, notes]) => [sha256, { index, width, height, notes }]),
    ),
  };
}
