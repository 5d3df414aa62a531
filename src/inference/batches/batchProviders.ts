import { isAbort } from '../../base/errors.ts';
import type { Provider } from '../providers/provider.ts';
import { knownProviders } from '../providers/providers.ts';
import { gatewayId } from '../providers/gatewayProvider.ts';
import { BatchClient, type BatchClientOptions, type BatchDestination } from './batchClient.ts';

/** How much a batch may hold. */
export interface BatchLimits {
  /** Requests in a file. */
  lines: number;
  /** Bytes of a file. */
  bytes: number;
}

/** What is known of a provider's Batch API. */
export interface BatchTerms {
  limits: BatchLimits;
  /** Price of an answer as a part of its usual price; 1 where nothing is known. */
  priceFactor: number;
}

/**
 * OpenAI's limits, which those who speak its API took over; 200 MB are counted in tens, so that both readings hold.
 * https://developers.openai.com/api/docs/guides/batch (50,000 requests, 200 MB, "50% lower costs")
 */
const openai: BatchTerms = { limits: { lines: 50_000, bytes: 200_000_000 }, priceFactor: 0.5 };

/**
 * The providers with OpenAI's own Batch API that take pictures in it as data, by their documentation. The others that
 * we know have paths of their own (Anthropic, Mistral, Fireworks, xAI), another way to upload (Gemini, Together), take
 * pictures as addresses only (OpenRouter), or no batches at all.
 */
const known: ReadonlyMap<string, BatchTerms> = new Map([
  ['openai', openai],
  // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/batch: pictures as base64, 50 % less; the model must be
  // a deployment of the kind Global Batch or Data Zone Batch.
  ['azure', openai],
  // https://console.groq.com/docs/batch: text and vision inputs, 25 % less.
  ['groq', { ...openai, priceFactor: 0.75 }],
]);

/** What is known of the batches of a provider; OpenAI's limits and the full price for one that Sightline does not know. */
export function batchTerms(provider: Pick<Provider, 'id'>): BatchTerms {
  return known.get(provider.id) ?? { ...openai, priceFactor: 1 };
}

/** Whether pictures can be sent there in batches, as far as that is known without asking: not of the person's own. */
export function batchesKnown({ id }: Pick<Provider, 'id'>): boolean | undefined {
  if (known.has(id)) return true;
  return id === gatewayId || knownProviders.some(one => one.id === id) ? false : undefined;
}

/**
 * Whether pictures can be sent there in batches: known of the providers that Sightline knows; one of the person's own
 * is asked for a list of its batches. A server that does not answer has none.
 */
export async function batchPossible(
  provider: Pick<Provider, 'id'>,
  destination: BatchDestination,
  options: BatchClientOptions & { signal?: AbortSignal } = {},
): Promise<boolean> {
  const isKnown = batchesKnown(provider);
  if (isKnown !== undefined) return isKnown;
  const { signal, ...client } = options;
  try {
    const batches = new BatchClient(destination, { timeoutMs: 10_000, maxRetries: 0, ...client });
    for await (const _ of batches.list(signal, 1)) break;
    return true;
  } catch (error) {
    if (signal?.aborted || isAbort(error)) throw error;
    return false;
  }
}
