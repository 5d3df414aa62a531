import { isAbort, SightlineError } from '../../base/errors.ts';
import { boundedPieces, readText } from '../../base/node/boundedBody.ts';
import { redactExact } from '../../base/redact.ts';
import { checkedKey } from '../providers/apiKey.ts';
import { originOf } from '../../base/address.ts';
import { normalizeBaseURL } from '../providers/baseUrl.ts';
import { listOf, objectOf, textOf } from '../api/chunkMeaning.ts';
import { connect } from '../api/connection.ts';
import { addressBelow } from '../../base/address.ts';
import { sendToProvider } from '../api/providerRequest.ts';
import type { AskOptions, Destination } from '../api/question.ts';
import { addressHint } from '../faults/adviceFor.ts';
import { abortError } from '../../base/onAbort.ts';
import { sleep } from '../../base/sleep.ts';
import { pauseBeforeRetry } from '../faults/retry.ts';
import { describeFailure, type ErrorContext, type Failure } from '../faults/translateError.ts';
import { readBatch, type Batch } from './batch.ts';
import { batchLimitOf } from './batchLimit.ts';
import { fileForm } from './multipart.ts';
import { textLines } from '../../base/wholeLines.ts';
import { t } from '../../base/l10n.ts';

/** Where batches are: a provider with its key. */
export type BatchDestination = Pick<Destination, 'label' | 'baseURL' | 'apiKey' | 'fetch'>;

/** How the provider is spoken to. */
export interface BatchClientOptions extends Pick<AskOptions, 'sleep' | 'timeoutMs'> {
  /** Tries after the first, for rate limits and passing faults. 4. */
  maxRetries?: number;
}

/** A batch to be made of a file that was uploaded. */
export interface NewBatch {
  inputFileId: string;
  /** Path of the requests: `/v1/responses`. */
  endpoint: string;
  metadata: Record<string, string>;
}

/** What to do with a request: sent as it is, its JSON sent, or the file in a form. */
interface Sent {
  method?: string;
  json?: unknown;
  file?: { path: string; name: string };
}

/** Bytes of an answer that is no file. */
const largestAnswer = 8 * 1024 * 1024;
/** Bytes of a file of answers, and milliseconds that its reading may take: the largest batch has 50,000 requests. */
const largestFile = 4 * 1024 * 1024 * 1024;
const longestDownload = 24 * 60 * 60_000;
/** Pages of a list. */
const mostPages = 1000;

/** The slowest connection that an upload is meant to survive: bytes in a millisecond. */
const slowestUpload = 25;

/**
 * The files and batches of a provider that speaks OpenAI's Batch API. What is passing is tried again after a pause.
 * Every method throws {SightlineError}, without secrets, and an AbortError once its signal fires; the key goes to the
 * origin of the address only, and a redirect is not followed.
 */
export class BatchClient {
  readonly label: string;
  /** What the key is bound to. */
  readonly origin: string;
  readonly #base: URL;
  readonly #apiKey: string | undefined;
  readonly #fetch: Destination['fetch'];
  readonly #options: Required<BatchClientOptions>;

  /** @throws {SightlineError} for an address or a key that cannot be used. */
  constructor({ label, baseURL, apiKey, fetch }: BatchDestination, options: BatchClientOptions = {}) {
    this.label = label;
    this.#base = new URL(normalizeBaseURL(baseURL));
    this.origin = originOf(this.#base.href);
    this.#apiKey = checkedKey(apiKey, label);
    this.#fetch = fetch;
    this.#options = { timeoutMs: 60_000, maxRetries: 4, sleep, ...options };
  }

  /** Uploads a file of requests; its id. One that is refused for a limit of batches is not sent again. */
  async upload(path: string, name: string, signal?: AbortSignal): Promise<string> {
    const { value, url } = await this.#json(
      'files',
      { file: { path, name } },
      signal,
      ({ fault }) => fault === undefined || batchLimitOf(fault) === undefined,
    );
    const id = textOf(objectOf(value).id);
    if (id === '')
      throw this.#notAService(
        url,
        t("{label} returned no file id, as OpenAI's Batch API does.", { label: this.label }),
      );
    return id;
  }

  /**
   * Creates a batch. Tried again only where it was refused for sure: after all else it may exist, and {@link list}
   * tells.
   */
  async create({ inputFileId, endpoint, metadata }: NewBatch, signal?: AbortSignal): Promise<Batch> {
    const json = { input_file_id: inputFileId, endpoint, completion_window: '24h', metadata };
    const { value } = await this.#json(
      'batches',
      { method: 'POST', json },
      signal,
      ({ fault }) => fault?.status === 429 && batchLimitOf(fault) === undefined,
    );
    return readBatch(value, this.label);
  }

  async get(id: string, signal?: AbortSignal): Promise<Batch> {
    const { value } = await this.#json(`batches/${encodeURIComponent(id)}`, {}, signal);
    return readBatch(value, this.label);
  }

  /** All batches, the newest first as the API lists them, read page by page. */
  async *list(signal?: AbortSignal, limit = 100): AsyncGenerator<Batch> {
    for await (const batch of this.#listed('batches', { limit }, signal)) yield readBatch(batch, this.label);
  }

  /** The ids of the files of this name. */
  async filesNamed(name: string, signal?: AbortSignal): Promise<string[]> {
    const ids: string[] = [];
    for await (const file of this.#listed('files', { purpose: 'batch', limit: 100 }, signal))
      if (objectOf(file).filename === name) ids.push(textOf(objectOf(file).id));
    return ids.filter(id => id !== '');
  }

  /** Asks for an end: it comes as `cancelled` some minutes later, with what was done until then. */
  async cancel(id: string, signal?: AbortSignal): Promise<Batch> {
    const path = `batches/${encodeURIComponent(id)}/cancel`;
    // With a conflict it says that the batch is over.
    const { value } = await this.#json(
      path,
      { method: 'POST' },
      signal,
      ({ fault }) => fault?.status !== 409,
    );
    return readBatch(value, this.label);
  }

  /** The lines of a file as they come, without the key. One that breaks off throws `incomplete`; it is not read again here. */
  async *lines(fileId: string, signal?: AbortSignal): AsyncGenerator<string> {
    const url = this.#url(`files/${encodeURIComponent(fileId)}/content`);
    const response = await this.#retried(url, () => this.#send(url, {}, signal), signal);
    try {
      const { timeoutMs } = this.#options;
      const limits = { bytes: largestFile, silenceMs: timeoutMs, totalMs: longestDownload };
      for await (const line of textLines(boundedPieces(response.body, limits)))
        yield redactExact(line, this.#apiKey);
    } catch (error) {
      throw this.#failure(error, url, signal).error;
    }
  }

  /** Deletes a file at the provider. */
  async remove(fileId: string, signal?: AbortSignal): Promise<void> {
    await this.#json(`files/${encodeURIComponent(fileId)}`, { method: 'DELETE' }, signal);
  }

  async *#listed(
    path: string,
    query: Record<string, string | number>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator {
    for (let after = '', pages = 0; pages < mostPages; pages += 1) {
      const asked = new URLSearchParams({ ...texts(query), ...(after === '' ? {} : { after }) });
      const { value, url } = await this.#json(`${path}?${asked.toString()}`, {}, signal);
      const page = objectOf(value);
      if (!Array.isArray(page.data))
        throw this.#notAService(
          url,
          t("{label} does not list its {path}, as OpenAI's Batch API does.", { label: this.label, path }),
        );
      yield* listOf(page.data);
      const last = textOf(objectOf(page.data.at(-1)).id);
      if (page.has_more !== true || last === '' || last === after) return;
      after = last;
    }
  }

  async #json(
    path: string,
    sent: Sent,
    signal: AbortSignal | undefined,
    mayRepeat?: (failure: Failure) => boolean,
  ): Promise<{ value: unknown; url: URL }> {
    const url = this.#url(path);
    const { timeoutMs } = this.#options;
    const limits = { bytes: largestAnswer, silenceMs: timeoutMs, totalMs: 4 * timeoutMs };
    const read = async () => readText(await this.#send(url, sent, signal), limits);
    const text = redactExact(await this.#retried(url, read, signal, mayRepeat), this.#apiKey);
    try {
      return { value: JSON.parse(text), url };
    } catch {
      throw this.#notAService(
        url,
        t("{label} returned a response that is not JSON, as OpenAI's Batch API does.", { label: this.label }),
      );
    }
  }

  async #send(url: URL, { file, ...sent }: Sent, signal?: AbortSignal): Promise<Response> {
    const form = file && (await fileForm({ purpose: 'batch' }, file));
    const timeoutMs = this.#options.timeoutMs + (form?.byteLength ?? 0) / slowestUpload;
    return sendToProvider(connect({ fetch: this.#fetch, timeoutMs }), url, {
      ...sent,
      ...(form ? { method: 'POST', body: form.body, headers: form.headers } : {}),
      apiKey: this.#apiKey,
      signal,
    });
  }

  async #retried<T>(
    url: URL,
    attempt: () => Promise<T>,
    signal: AbortSignal | undefined,
    mayRepeat: (failure: Failure) => boolean = () => true,
  ): Promise<T> {
    for (let retries = 0; ; retries++) {
      if (signal?.aborted) throw abortError(signal);
      try {
        return await attempt();
      } catch (error) {
        const failure = this.#failure(error, url, signal);
        const again = retries < this.#options.maxRetries && mayRepeat(failure);
        const pause = again ? pauseBeforeRetry(failure, retries) : undefined;
        if (pause === undefined) throw failure.error;
        await this.#options.sleep(pause, signal);
      }
    }
  }

  #failure(error: unknown, url: URL, signal?: AbortSignal): Failure {
    if (signal?.aborted || isAbort(error)) throw abortError(signal);
    return describeFailure(error, this.#context(url));
  }

  #context(url: URL): ErrorContext {
    return { label: this.label, url: url.origin + url.pathname, apiKey: this.#apiKey };
  }

  #notAService(url: URL, message: string): SightlineError {
    return new SightlineError('notAService', message, {
      hint: `${addressHint(url.href)} ${t('Or run without a batch.')}`,
    });
  }

  /** Below the base address; a query that the address has stays. */
  #url(path: string): URL {
    const [name = '', query = ''] = path.split('?');
    const url = addressBelow(this.#base, name);
    for (const [key, value] of new URLSearchParams(query)) url.searchParams.set(key, value);
    return url;
  }
}

function texts(query: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
