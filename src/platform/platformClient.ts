import { parseJson } from '../base/json.ts';
import { growingPause, retryAfter } from '../base/retryable.ts';
import * as z from 'zod';
import { SightlineError } from '../base/errors.ts';
import { sleep as wait } from '../base/sleep.ts';
import { ledFetch } from '../base/node/ledFetch.ts';
import { httpFetch, type Fetch } from '../base/node/transport.ts';
import { assertMayCarryKey } from './keyTravel.ts';
import { exchangeWithService } from './serviceExchange.ts';
import { answerError, notAService } from './platformErrors.ts';
import type { ServiceAnswer } from './platformErrors.ts';
import { serviceAddress } from './serviceAddress.ts';
import type { ServiceAddress } from './serviceAddress.ts';
import { isServiceKey } from './serviceKey.ts';
import { accountSummaryShape } from './shapes.ts';
import { t } from '../base/l10n.ts';

/** A key with the origin it was given for. */
export interface BoundKey {
  key: string;
  origin: string;
  /** Whether it belongs to that origin alone, by a setting or a saved login: a service does not lead it to another. */
  bound?: boolean;
}

/** What a {@link PlatformClient} is made of. */
export interface PlatformClientOptions {
  /** Address of the service, as the person wrote it. */
  address: string;
  key: BoundKey;
  /** Version of Sightline, for User-Agent. */
  version: string;
  /** Milliseconds for one request, its body included; 15 s unless given. */
  timeoutMs?: number;
  /** How often a request is repeated after 429; never unless given. */
  maxRetries?: number;
  /** Told before each such pause. */
  onPause?: (milliseconds: number) => void;
  /** Waits; rejects when `signal` aborts. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Defaults to our own transport. */
  fetch?: Fetch;
}

/** Whose key it is: all that a log in needs of the summary, so that a service which says less serves too. */
const keyHolderShape = accountSummaryShape.pick({ username: true, name: true }).partial({ name: true });

/** The account that a key belongs to. */
export type KeyHolder = z.infer<typeof keyHolderShape>;

/** One question to the service. */
export interface ServiceCall {
  /** GET unless given. */
  method?: 'GET' | 'POST';
  /** Below the service's address. */
  path: string;
  query?: Record<string, string | number | undefined>;
  /** A form, or what is sent as JSON. */
  body?: object | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds, where it may take longer than other calls. */
  timeoutMs?: number | undefined;
  /** Bytes of the answer, where it may be longer than most. */
  largestAnswer?: number | undefined;
}

const mostRedirects = 5;
/** A pause longer than this is told instead of taken. */
const longestPauseMs = 120_000;

/**
 * The service as a client sees it. Its key goes to the origin it was given for and nowhere else: not after a redirect,
 * and in plain http only within this machine. A service that keeps the key's account in another region leads there
 * once, unless the key is bound to the origin that it was given for.
 */
export class PlatformClient {
  readonly #options: PlatformClientOptions;
  readonly #fetch: Fetch;
  #address: ServiceAddress;

  /** Throws a SightlineError where the key must not go to that address. */
  constructor(options: PlatformClientOptions) {
    this.#options = options;
    this.#address = serviceAddress(options.address);
    const { base, origin } = this.#address;
    if (options.key.origin !== origin || !isServiceKey(options.key.key)) {
      throw new SightlineError('missingKey', t('There is no key for {origin}.', { origin }), {
        remedy: { kind: 'logIn' },
      });
    }
    assertMayCarryKey(base);
    const { fetch = httpFetch } = options;
    this.#fetch =
      options.key.bound === true
        ? fetch
        : ledFetch(fetch, led => {
            this.#address = serviceAddress(led);
          });
  }

  /** Where the service is that answers: another than was given once a service has led to the region of the key. */
  get address(): ServiceAddress {
    return this.#address;
  }

  /**
   * The account that the key belongs to: the free call that checks a key. An older service has no summary; there its
   * settings tell good keys from bad ones, and the answer is undefined.
   */
  async accountSummary(signal?: AbortSignal): Promise<KeyHolder | undefined> {
    const answer = await this.#exchange({ path: '/api/account/summary', signal });
    if (answer.status !== 404) return this.#parse(answer, keyHolderShape);
    const settings = await this.#exchange({ path: '/api/settings', signal });
    if (settings.status === 404) throw notAService(this.#address.origin, t('it knows no accounts'));
    this.#parse(settings, z.looseObject({}));
    return undefined;
  }

  /**
   * Asks the service, and returns the answer once it fits `schema`.
   * @throws {SightlineError} what else the service says, as {@link answerError} has it.
   */
  async ask<T>(call: ServiceCall, schema: z.ZodType<T>): Promise<T> {
    return this.#parse(await this.#exchange(call), schema);
  }

  /** The body of a good answer, checked against `schema`; every other answer becomes its error. */
  #parse<T>(answer: ServiceAnswer, schema: z.ZodType<T>): T {
    const { origin } = this.#address;
    if (answer.status < 200 || answer.status > 299) throw answerError(answer, origin, this.#options.key.key);
    const parsed = schema.safeParse(parseJson(answer.body));
    if (!parsed.success) throw notAService(origin, t('its answer has another form'));
    return parsed.data;
  }

  /** The service's answer, asked for again after 429 as long as that is wanted. */
  async #exchange(call: ServiceCall): Promise<ServiceAnswer> {
    const { maxRetries = 0, onPause, sleep = wait } = this.#options;
    const { signal } = call;
    const target = new URL(this.#address.base + call.path);
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) target.searchParams.set(name, String(value));
    const content = await encoded(call.body);
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#send(target.href, call, content);
      if (answer.status !== 429 || attempt >= maxRetries) return answer;
      const asked = retryAfter(answer);
      // As asked the first time; then at least as long as a pause that grows.
      const own = growingPause(attempt, { first: 1000, longest: longestPauseMs, random: () => 0 });
      const pause = attempt === 0 ? (asked ?? own) : Math.max(asked ?? 0, own);
      if (pause > longestPauseMs) return answer;
      onPause?.(pause);
      await sleep(pause, signal);
    }
  }

  /** One request; follows redirects itself, so that the key never leaves the origin. */
  async #send(
    address: string,
    { method = 'GET', signal, timeoutMs = this.#options.timeoutMs, largestAnswer }: ServiceCall,
    content: Content | undefined,
  ): Promise<ServiceAnswer> {
    const { origin } = this.#address;
    const { key, version } = this.#options;
    let target = address;
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const answer = await exchangeWithService(target, {
        method,
        ...(content === undefined ? {} : { body: content.bytes }),
        headers: {
          ...(content === undefined ? {} : { 'content-type': content.type }),
          accept: 'application/json',
          authorization: `Bearer ${key.key}`,
          'user-agent': `sightline/${version}`,
        },
        origin,
        signal,
        timeoutMs,
        largestAnswer,
        fetch: this.#fetch,
      });
      const location = answer.headers.get('location');
      if (answer.status < 300 || answer.status > 399 || location === null) return answer;
      // The others mean that the body is not to be sent again.
      if (method !== 'GET' && answer.status !== 307 && answer.status !== 308) return answer;
      const next = URL.parse(location, target);
      if (next?.origin !== origin) {
        throw notAService(
          origin,
          t('it redirects to {origin}, where the key is not sent', {
            origin: next?.origin ?? t('no valid address'),
          }),
          {
            hint: t(
              'If the service has moved there, use that address. In a network with a sign-in page, sign in there first.',
            ),
          },
        );
      }
      target = next.href;
    }
    throw notAService(origin, t('it redirects in a circle'));
  }
}

/** A body as it is sent. */
interface Content {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

async function encoded(body: object | undefined): Promise<Content | undefined> {
  if (body === undefined) return undefined;
  if (!(body instanceof FormData))
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
  const form = new Response(body);
  return { type: form.headers.get('content-type') ?? '', bytes: new Uint8Array(await form.arrayBuffer()) };
}
