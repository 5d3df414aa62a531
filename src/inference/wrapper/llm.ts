import type { OpenAI } from 'openai';
import type { ChatCompletion, ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { Response as ModelResponse, ResponseCreateParams } from 'openai/resources/responses/responses';
import { present } from '../../base/present.ts';
import { isAbort } from '../../base/errors.ts';
import { Lazy } from '../../base/lazy.ts';
import { imageToDataUrl } from '../../images/prepare/imageToDataUrl.ts';
import type { ImageOptions, ImageSource } from '../../images/preparedImage.ts';
import type { AnswerEvent } from '../api/answer.ts';
import { openBody, readStreamedAnswer } from '../api/answerReader.ts';
import { assertApiFormat, type ApiFormat } from '../api/apiFormat.ts';
import { originOf } from '../../base/address.ts';
import { normalizeBaseURL } from '../providers/baseUrl.ts';
import { apiOfAddress } from '../providers/pastedAddress.ts';
import { clientWithEnvironment, keyOf } from './client.ts';
import { refuseMisspelled } from './optionNames.ts';
import { withLibraryHint } from '../../base/libraryRemedies.ts';
import { beginAnswer, continueAnswer } from '../api/begunAnswer.ts';
import { exchange, type Answered, type Exchange } from '../api/exchange.ts';
import { prepareInput } from '../api/input.ts';
import { learnedKey } from '../api/learned.ts';
import type { SentRequest } from '../api/question.ts';
import { withoutStream, withoutStreamUsage, type Adaptation, type Recovery } from '../api/recoveries.ts';
import { apiPaths, buildRequest, type RequestBody } from '../api/request.ts';
import { abortError } from '../../base/onAbort.ts';
import type { Fetch } from '../../base/node/transport.ts';
import { translateError, type ErrorContext } from '../faults/translateError.ts';

/** How the wrapper reaches the provider. */
interface Setup {
  /** In any usual spelling; without one the client's own environment variable serves, then its own address. */
  baseURL?: string | null;
  /** Without one the client's own environment variable serves; an address on this machine needs none. */
  apiKey?: string | null;
  /** Pictures are sent in their own size unless this limits it. */
  image?: ImageOptions;
  /** Milliseconds without a byte until a request counts as lost. 600 s. */
  timeout?: number;
  /** Tries after the first, for rate limits and passing faults. 2. */
  maxRetries?: number;
  fetch?: Fetch;
}

/** How the wrapper is set up; whatever else is given is a default of every request. */
export interface LLMOptions extends Setup {
  /** `gpt-5.6-luna`, the reference's own, unless another is named. */
  model?: string | null;
  /** `responses`, unless said otherwise here or by the address: `…/chat/completions`. */
  api?: ApiFormat;
  prompt?: string | null;
  [parameter: string]: unknown;
}

/** The model of the reference wrapper. */
const defaultModel = 'gpt-5.6-luna';

/** How a single call is made. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Called with each request before it goes out. */
  onRequest?: (request: SentRequest) => void;
}

/** The provider client's own response object, of the format in use. */
export type NativeResponse = ModelResponse | ChatCompletion;

/** A model behind an OpenAI-compatible address: takes text and pictures, gives the provider client's own answer. */
export class LLM {
  readonly model: string;
  readonly api: ApiFormat;
  readonly prompt: string | null | undefined;
  readonly #setup: Setup;
  readonly #defaults: RequestBody;
  readonly #client = new Lazy(() => {
    const { apiKey, baseURL, fetch, timeout } = this.#setup;
    return clientWithEnvironment({ apiKey, baseURL }, { fetch, timeoutMs: timeout });
  });

  /** @throws {ValueError} for an API format that is neither of the two, a bad address, or a misspelled option. */
  constructor(options: LLMOptions = {}) {
    const {
      model,
      baseURL,
      api = apiOfAddress(baseURL ?? '') ?? 'responses',
      apiKey,
      prompt,
      image,
      timeout,
      maxRetries,
      fetch,
      ...defaults
    } = options;
    assertApiFormat(api);
    refuseMisspelled(Object.keys(defaults));
    this.model = model ?? defaultModel;
    this.api = api;
    this.prompt = prompt;
    this.#defaults = defaults;
    this.#setup = {
      apiKey: apiKey ?? null,
      baseURL: baseURL == null ? null : normalizeBaseURL(baseURL),
      ...(image ? { image } : {}),
      ...present({ timeout, maxRetries }),
      ...(fetch ? { fetch } : {}),
    };
  }

  /**
   * Asks once and waits for the whole answer.
   * @param args win over the constructor's defaults; the prepared input wins over both.
   * @throws {ValueError} for a picture that cannot be read, {SightlineError} for whatever goes wrong on the way.
   */
  async call(
    source?: unknown,
    image?: ImageSource | null,
    args?: RequestBody | null,
    options: CallOptions = {},
  ): Promise<NativeResponse> {
    try {
      const body = await this.#body(source, image, args);
      const { value } = await ended(
        this.#exchange(
          () => body,
          async (client, request) => this.#create(client, request, options.signal),
          [],
          options,
        ),
      );
      return value;
    } catch (error) {
      throw withLibraryHint(error);
    }
  }

  /** {@link LLM.call} by the name of the reference's asynchronous one. */
  asyncCall(...given: Parameters<LLM['call']>): Promise<NativeResponse> {
    return this.call(...given);
  }

  /** The same, spelled as in Python. */
  async_call(...given: Parameters<LLM['call']>): Promise<NativeResponse> {
    return this.call(...given);
  }

  /** Asks and yields the answer as it comes, the same events for both formats; the last is `end`. */
  async *stream(
    source?: unknown,
    image?: ImageSource | null,
    args?: RequestBody | null,
    options: CallOptions = {},
  ): AsyncGenerator<AnswerEvent> {
    try {
      yield* this.#stream(source, image, args, options);
    } catch (error) {
      throw withLibraryHint(error);
    }
  }

  async *#stream(
    source: unknown,
    image: ImageSource | null | undefined,
    args: RequestBody | null | undefined,
    options: CallOptions,
  ): AsyncGenerator<AnswerEvent> {
    const { signal } = options;
    const body = await this.#body(source, image, args);
    const { value, context, notices } = await ended(
      this.#exchange(
        adaptations => streamed(this.api, body, adaptations),
        async (client, request, from) => {
          const how = { body: request, ...(signal ? { signal } : {}) };
          const response = await client.post(apiPaths[this.api], how).asResponse();
          const events = readStreamedAnswer(this.api, await openBody(response), from);
          return beginAnswer(events, { whole: false });
        },
        // What the caller gave is never left out.
        'stream_options' in body ? [withoutStream] : [withoutStreamUsage, withoutStream],
        options,
      ),
    );
    try {
      yield* continueAnswer(notices, value);
    } catch (error) {
      if (signal?.aborted || isAbort(error)) throw abortError(signal);
      throw translateError(error, context);
    }
  }

  async #body(
    source: unknown,
    image: ImageSource | null | undefined,
    args: RequestBody | null | undefined,
  ): Promise<RequestBody> {
    const parts = { prompt: this.prompt, source, image };
    const input = await prepareInput(this.api, parts, imageToDataUrl, this.#setup.image);
    return buildRequest(this.api, { model: this.model, defaults: this.#defaults, args, input });
  }

  async *#exchange<T>(
    bodyFor: (adaptations: ReadonlySet<Adaptation>) => RequestBody,
    send: (client: OpenAI, body: RequestBody, context: ErrorContext) => Promise<T>,
    recoveries: readonly Recovery[],
    options: CallOptions,
  ): AsyncGenerator<unknown, Answered<T>> {
    const { maxRetries } = this.#setup;
    const client = await this.#client.get();
    const url = client.buildURL(apiPaths[this.api], undefined);
    const steps: Exchange<T> = {
      key: learnedKey(originOf(url), this.model),
      label: new URL(url).host,
      apiKey: keyOf(client),
      recoveries,
      prepare: adaptations => ({ api: this.api, url, body: bodyFor(adaptations) }),
      send: ({ body }, context) => send(client, body, context),
    };
    return yield* exchange(steps, { ...options, ...present({ maxRetries }) });
  }

  async #create(client: OpenAI, body: RequestBody, signal: AbortSignal | undefined): Promise<NativeResponse> {
    const how = signal ? { signal } : {};
    // The body is the caller's: what the client's types demand of it is the provider's to say.
    const answer =
      this.api === 'responses'
        ? await client.responses.create(body as unknown as ResponseCreateParams, how)
        : await client.chat.completions.create(body as unknown as ChatCompletionCreateParams, how);
    return answer as NativeResponse;
  }
}

/** The body of a request to be streamed, where the server has that; chat counts the tokens only where asked to. */
function streamed(api: ApiFormat, body: RequestBody, adaptations: ReadonlySet<Adaptation>): RequestBody {
  if (adaptations.has('noStream')) {
    const { stream: _, ...whole } = body;
    return whole;
  }
  const isCounted = api === 'chat.completions' && !adaptations.has('noStreamUsage');
  return { ...(isCounted ? { stream_options: { include_usage: true } } : {}), ...body, stream: true };
}

/** What a generator returns; its events are for {@link ask} alone. */
async function ended<T>(steps: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return value;
  }
}
