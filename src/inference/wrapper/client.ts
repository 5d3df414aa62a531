import type { OpenAI } from 'openai';
import { SightlineError } from '../../base/errors.ts';
import { connect, type Connection } from '../api/connection.ts';
import { longestTimeout } from '../../base/node/idleTimeout.ts';

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
      fetch: connect(connection),
      // Time-outs and retries are ours: the client's own would add to them.
      maxRetries: 0,
      timeout: longestTimeout,
    });
  } catch (cause) {
    // All else that it could complain of is not given here.
    throw new SightlineError('missingKey', 'There is no key for the provider.', {
      cause,
      remedy: { kind: 'setProviderKey' },
    });
  }
}
