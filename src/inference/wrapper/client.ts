import type { ClientOptions, OpenAI } from 'openai';
import { isLoopback } from '../../base/address.ts';
import { SightlineError, ValueError } from '../../base/errors.ts';
import { ledFetch } from '../../base/node/ledFetch.ts';
import { longestTimeout } from '../../base/node/idleTimeout.ts';
import { httpFetch } from '../../base/node/transport.ts';
import { serviceKeyFormat } from '../../base/serviceKeyFormat.ts';
import { connect, type Connection } from '../api/connection.ts';
import { isAzure, keyHeaders } from '../api/keyHeaders.ts';

/** OpenAI's own address, also of its regions: what the environment says of OpenAI goes there. */
const ownHost = /^(?:[a-z]{2}\.)?api\.openai\.com$/;

/** The first version of the client that has all that is used. */
const lowestVersion = '2.0.0';

/** Stands where the client insists on a key; it is never sent. */
const noKey = 'none';

/**
 * The provider client as the wrapper has it: key and address only where given, otherwise the client's own environment
 * variables serve. What else the environment says (organization, project, headers) goes to OpenAI's own address and to
 * the one that the environment names, never to one that was given. An address on this machine needs no key.
 * @throws {SightlineError} `missingKey` where one is needed and neither gives it; {@link ValueError} where the client is too old.
 */
export async function clientWithEnvironment(
  credentials: { apiKey?: string | null | undefined; baseURL?: string | null | undefined },
  connection: Connection,
): Promise<OpenAI> {
  const [{ OpenAI }, { VERSION }] = await Promise.all([import('openai'), import('openai/version')]);
  assertClientVersion(VERSION);
  const { apiKey, baseURL } = credentials;
  const address = baseURL ?? process.env.OPENAI_BASE_URL?.trim();
  const { hostname } = URL.parse(address ?? '') ?? { hostname: '' };
  const key = apiKey ?? process.env.OPENAI_API_KEY?.trim();
  const isKeyless = !key && isLoopback(hostname);
  const isForeign = baseURL != null && !ownHost.test(hostname);
  const options: ClientOptions = {
    ...(apiKey == null ? {} : { apiKey }),
    ...(isKeyless ? { apiKey: noKey, defaultHeaders: { Authorization: null } } : {}),
    ...(key && isAzure(address)
      ? { defaultHeaders: { Authorization: null, ...keyHeaders(address, key) } }
      : {}),
    ...(baseURL == null ? {} : { baseURL }),
    ...(isForeign ? { organization: null, project: null, adminAPIKey: null, webhookSecret: null } : {}),
    fetch: connect(apiKey != null && serviceKeyFormat.test(apiKey) ? led(connection) : connection),
    // Timeouts and retries are ours: the client's own would add to them.
    maxRetries: 0,
    timeout: longestTimeout,
  };
  try {
    return isForeign ? withoutHeadersOfEnvironment(() => new OpenAI(options)) : new OpenAI(options);
  } catch (cause) {
    // All else that it could complain of is not given here.
    throw new SightlineError('missingKey', 'There is no key for the provider.', {
      cause,
      remedy: { kind: 'setProviderKey' },
    });
  }
}

/** A service of several regions leads to that of the key, which was given for no other. A provider leads nowhere. */
function led({ fetch = httpFetch, ...rest }: Connection): Connection {
  return { ...rest, fetch: ledFetch(fetch) };
}

/** Refuses an older client. @throws {ValueError} with both versions. */
export function assertClientVersion(version: string): void {
  const [major = 0, lowestMajor = 0] = [version, lowestVersion].map(Number.parseFloat);
  if (major >= lowestMajor) return;
  throw new ValueError(`openai ${lowestVersion} or newer is required; this is ${version}.`, {
    hint: 'Run npm install openai@latest.',
  });
}

/** The key that a client sends; undefined where it sends none. */
export function keyOf({ apiKey }: OpenAI): string | undefined {
  return apiKey === noKey ? undefined : (apiKey ?? undefined);
}

/** The client reads these headers as it is made, and has no option to leave them out. */
function withoutHeadersOfEnvironment<T>(make: () => T): T {
  const headers = process.env.OPENAI_CUSTOM_HEADERS;
  if (headers === undefined) return make();
  delete process.env.OPENAI_CUSTOM_HEADERS;
  try {
    return make();
  } finally {
    process.env.OPENAI_CUSTOM_HEADERS = headers;
  }
}
