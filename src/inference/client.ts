import type { OpenAI } from 'openai';
import { SightlineError } from '../errors.ts';
import { httpFetch, type Fetch } from './transport.ts';
import { longestTimeout, watchedFetch } from './watchedFetch.ts';

/** Milliseconds without a byte until a request counts as lost, where nobody says otherwise. */
export const defaultTimeoutMs = 600_000;

/** How requests leave: through which function, and how long silence is borne. */
export interface Connection {
  fetch?: Fetch | undefined;
  timeoutMs?: number | undefined;
}

/** Time-outs and retries are ours: the client's own would add to them. */
const ownPolicy = { maxRetries: 0, timeout: longestTimeout } as const;

/**
 * The provider client as the wrapper has it: key and address only where given, otherwise the client's own environment
 * variables serve.
 * @throws {SightlineError} `missingKey` where neither gives a key.
 */
export async function clientWithEnvironment(
  credentials: { apiKey?: string | null | undefined; baseURL?: string | null | undefined },
  connection: Connection,
): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  try {
    return new OpenAI({
      ...(credentials.apiKey == null ? {} : { apiKey: credentials.apiKey }),
      ...(credentials.baseURL == null ? {} : { baseURL: credentials.baseURL }),
      fetch: transport(connection),
      ...ownPolicy,
    });
  } catch (cause) {
    // All else that it could complain of is not given here.
    throw new SightlineError('missingKey', 'There is no key for the provider.', {
      cause,
      hint: 'Give one as apiKey, or set the environment variable OPENAI_API_KEY.',
    });
  }
}

/**
 * The provider client as the extension has it: nothing of the environment leaves with its requests. Whatever
 * `OPENAI_*` variables make the client add is dropped, for only the headers of {@link sealed} go out.
 */
export async function clientWithoutEnvironment(
  destination: { apiKey?: string | undefined; baseURL: string },
  connection: Connection,
): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    // The client insists on a key; `sealed` sends the real one, or none.
    apiKey: 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    baseURL: destination.baseURL,
    fetch: sealed(transport(connection), destination.apiKey),
    ...ownPolicy,
  });
}

/** `fetch` with our time-out, over our transport or the one given. */
export function transport({ fetch = httpFetch, timeoutMs = defaultTimeoutMs }: Connection): Fetch {
  return watchedFetch(fetch, timeoutMs);
}

/** Sends exactly these headers: what the content is, what is wanted, who asks, and the key where there is one. */
function sealed(fetch: Fetch, apiKey: string | undefined): Fetch {
  return (input, init) => {
    const given = new Headers(init?.headers);
    const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
    const agent = given.get('user-agent');
    if (agent !== null) headers.set('user-agent', agent);
    if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`);
    return fetch(input, { ...init, headers });
  };
}

/**
 * Accepts a key as it was saved; absent stays absent.
 * @throws {SightlineError} `missingKey` where it is blank, the word `undefined` or `null`, or cannot stand in a header.
 */
export function checkedKey(apiKey: string | undefined, label: string): string | undefined {
  if (apiKey === undefined) return undefined;
  const key = apiKey.trim();
  if (['', 'undefined', 'null'].includes(key) || !/^[\x21-\x7e]+$/.test(key))
    throw new SightlineError('missingKey', `There is no usable key for ${label}.`, {
      hint: `Set the key for ${label} again.`,
    });
  return key;
}
