import type { RecordedRequest, Script } from '../testProvider.ts';
import { wholeCompletion, wholeResponse } from './answers.ts';
import { dominantColour } from './dominantColour.ts';
import { refusal, type Reply } from './reply.ts';
import { requestContent } from './requestContent.ts';

/** A request in the file of a batch. */
export interface BatchRequest {
  custom_id: string;
  method: string;
  url: string;
  body: Record<string, unknown>;
}

/** A file that is there. */
export interface DeskFile {
  id: string;
  name: string;
  purpose: string;
  content: string;
}

/** A batch that is there, as the API words it. */
export interface DeskBatch {
  id: string;
  status: string;
  endpoint: string;
  input_file_id: string;
  output_file_id: string | null;
  error_file_id: string | null;
  created_at: number;
  completed_at: number | null;
  completion_window: string;
  errors: { object: 'list'; data: object[] } | null;
  metadata: Record<string, string> | null;
  request_counts: { total: number; completed: number; failed: number };
}

/**
 * What becomes of a request: a body with its status, an error of the provider's machinery, or nothing at all. `undefined`
 * answers sensibly: with the colour of the picture.
 */
export type Fate =
  { status: number; body: object } | { error: { code: string; message: string } } | 'missing' | undefined;

/** How the batches that are not over end. */
export interface Settlement {
  /** `completed` unless said otherwise. */
  status?: 'completed' | 'expired' | 'cancelled' | 'failed';
  fate?: (request: BatchRequest, index: number) => Fate;
  /** Puts the lines of the files into another order, and adds to them or takes from them. */
  arrange?: (lines: string[]) => string[];
  /** What was wrong with the file. */
  faults?: { code: string; message: string; line?: number | null }[];
}

/** The part of a provider that keeps files and works on batches, but only when the test says so. */
export class BatchDesk {
  readonly files = new Map<string, DeskFile>();
  readonly batches = new Map<string, DeskBatch>();
  /** Every file that was ever uploaded. */
  readonly uploads: DeskFile[] = [];
  #made = 0;

  /** To be given to the test provider. */
  readonly script: Script = request => this.#reply(request);

  /** The requests of all uploads in their order. */
  get requests(): BatchRequest[] {
    return this.uploads.flatMap(requestsIn);
  }

  /** Ends the batches that are not over. */
  async settle(settlement: Settlement = {}): Promise<void> {
    for (const batch of this.batches.values())
      if (!['completed', 'failed', 'expired', 'cancelled'].includes(batch.status))
        await this.#settle(batch, settlement);
  }

  async #settle(
    batch: DeskBatch,
    { status = 'completed', fate, arrange, faults }: Settlement,
  ): Promise<void> {
    if (status === 'failed') {
      this.#end(batch, status);
      batch.errors = { object: 'list', data: faults ?? [] };
      return;
    }
    const answered: string[] = [];
    const failed: string[] = [];
    for (const [index, request] of requestsIn(this.files.get(batch.input_file_id)).entries()) {
      const end = fate?.(request, index) ?? { status: 200, body: await answerTo(request) };
      if (end === 'missing') continue;
      const response =
        'error' in end ? null : { status_code: end.status, request_id: 'req_test', body: end.body };
      const line = { id: `batch_req_${index}`, custom_id: request.custom_id, response };
      const isAnswer = response?.status_code === 200;
      (isAnswer ? answered : failed).push(
        JSON.stringify({ ...line, error: 'error' in end ? end.error : null }),
      );
    }
    batch.output_file_id = this.#results(answered, arrange);
    batch.error_file_id = this.#results(failed, arrange);
    batch.request_counts = {
      ...batch.request_counts,
      completed: answered.length,
      failed: failed.length,
    };
    // Not before its files are there: somebody may be looking.
    this.#end(batch, status);
  }

  #end(batch: DeskBatch, status: string): void {
    batch.status = status;
    batch.completed_at = batch.created_at + 3600;
  }

  #results(lines: string[], arrange: Settlement['arrange']): string | null {
    const arranged = lines.length === 0 ? lines : (arrange?.(lines) ?? lines);
    if (arranged.length === 0) return null;
    return this.#keep('results.jsonl', 'batch_output', `${arranged.join('\n')}\n`).id;
  }

  #keep(name: string, purpose: string, content: string): DeskFile {
    const file = { id: `file-${++this.#made}`, name, purpose, content };
    this.files.set(file.id, file);
    return file;
  }

  #reply({ method, path, body }: RecordedRequest): Reply | undefined {
    const { pathname, searchParams } = new URL(path, 'http://desk');
    const [, kind, id = '', verb] = /\/(files|batches)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
    if (kind === 'files') {
      if (method === 'POST') return this.#upload(String(body));
      if (id === '') return page([...this.files.values()].map(fileView), searchParams);
      const file = this.files.get(id);
      if (!file) return refusal(404, { message: `No such File object: ${id}` });
      if (method === 'DELETE') this.files.delete(id);
      if (method === 'DELETE') return { body: { id, object: 'file', deleted: true } };
      return verb === 'content' ? { body: file.content } : { body: fileView(file) };
    }
    if (kind !== 'batches') return undefined;
    if (id === '')
      return method === 'POST' ? this.#create(body as DeskBatch) : page(this.#newestFirst(), searchParams);
    const batch = this.batches.get(id);
    if (!batch) return refusal(404, { message: `No batch found with id '${id}'.` });
    if (verb === 'cancel') {
      if (batch.completed_at !== null)
        return refusal(409, { message: `Cannot cancel a batch with status '${batch.status}'.` });
      batch.status = 'cancelling';
    }
    return { body: batch };
  }

  #newestFirst(): DeskBatch[] {
    return [...this.batches.values()].reverse();
  }

  #upload(form: string): Reply {
    const purpose = /name="purpose"\r\n\r\n(.*?)\r\n/.exec(form)?.[1] ?? '';
    const [, name = '', content = ''] =
      /name="file"; filename="(.*?)"\r\n(?:.*?\r\n)*?\r\n([^]*)\r\n--[\w-]+--\r\n$/.exec(form) ?? [];
    if (purpose !== 'batch' || !name.endsWith('.jsonl'))
      return refusal(400, { message: 'Invalid file format for Batch API. Must be .jsonl' });
    const file = this.#keep(name, purpose, content);
    this.uploads.push(file);
    return { body: fileView(file) };
  }

  #create({ input_file_id, endpoint, completion_window, metadata }: DeskBatch): Reply {
    const requests = requestsIn(this.files.get(input_file_id));
    if (completion_window !== '24h') return refusal(400, { message: 'completion_window must be 24h' });
    const batch: DeskBatch = {
      id: `batch_${++this.#made}`,
      status: 'validating',
      endpoint,
      input_file_id,
      output_file_id: null,
      error_file_id: null,
      created_at: 1_700_000_000,
      completed_at: null,
      completion_window,
      errors: null,
      metadata,
      request_counts: { total: requests.length, completed: 0, failed: 0 },
    };
    this.batches.set(batch.id, batch);
    return { body: batch };
  }
}

function requestsIn(file: DeskFile | undefined): BatchRequest[] {
  const lines = file?.content.split('\n').filter(line => line !== '') ?? [];
  return lines.map(line => JSON.parse(line) as BatchRequest);
}

async function answerTo({ url, body }: BatchRequest): Promise<object> {
  const { images } = requestContent(body);
  const text = `The picture is mostly ${await dominantColour(images[0] ?? '')}.`;
  return (url === '/v1/responses' ? wholeResponse : wholeCompletion)(text, String(body.model));
}

function fileView({ id, name, purpose, content }: DeskFile): { id: string; [member: string]: unknown } {
  return { id, object: 'file', bytes: content.length, filename: name, purpose, status: 'processed' };
}

function page(all: readonly { id: string }[], query: URLSearchParams): Reply {
  const from = all.findIndex(({ id }) => id === query.get('after')) + 1;
  const data = all.slice(from, from + Number(query.get('limit') ?? 20));
  return {
    body: { object: 'list', data, last_id: data.at(-1)?.id, has_more: from + data.length < all.length },
  };
}
