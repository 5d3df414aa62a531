import type { SightlineError } from '../../base/errors.ts';
import { growingPause, isTransientStatus } from '../../base/retryable.ts';
import { KnownFault, type ProviderFault } from './providerFault.ts';

/** Milliseconds for which a server that loads its model is waited for, where nobody says otherwise. */
export const longestLoadingMs = 10 * 60_000;

/** Pauses in milliseconds between two looks where the server does not say how long it takes. */
const looks = { first: 1000, longest: 10_000 };

/**
 * What servers say while they load a model: llama.cpp (containers/ramalama#2343), ollama, LocalAI, vLLM and TGI behind
 * a gateway, Hugging Face (openinterpreter/openinterpreter#540), Bedrock's `ModelNotReadyException`, hosts that start
 * a machine first.
 */
const words: readonly string[] = [
  ...['loading model', 'loading the model', 'model loading', 'model is loading', 'currently loading'],
  ...[
    'still loading',
    'being loaded',
    'is loading',
    'not loaded yet',
    'not yet loaded',
    'not finished loading',
  ],
  ...['warming up', 'model is starting', 'server is starting', 'still starting', 'starting up', 'cold start'],
  ...['model is not ready', 'model not ready', 'not ready for inference'],
];

/** What the same words are part of where loading has failed. */
const failed: readonly string[] = [
  ...['error loading', 'failed', 'failure', 'unable to', 'could not', "couldn't", 'cannot', "can't"],
  ...['timed out', 'out of memory', 'not enough', 'insufficient'],
];

/** Characters of a reason that are looked at. */
const mostLookedAt = 500;

/** Whether a refusal says that the server is loading its model: it is there, and will answer when that is done. */
export function isLoading({ status, code = '', reason }: ProviderFault): boolean {
  // An error inside an answer may have no status.
  if (status !== undefined && !isTransientStatus(status)) return false;
  const stated = reason.slice(0, mostLookedAt).toLowerCase();
  const isNamed = words.some(one => stated.includes(one)) || code.toLowerCase().includes('modelnotready');
  return isNamed && !failed.some(one => stated.includes(one));
}

/** The same of an error for the person. */
export function saysLoading({ cause }: SightlineError): boolean {
  return cause instanceof KnownFault && isLoading(cause.fault);
}

/**
 * Milliseconds until a server that loads its model is asked again: what it wants, else pauses that grow to ten seconds.
 * `undefined` where it was waited for long enough.
 * @param looksDone How often it was asked before. @param waitedMs For how long.
 */
export function pauseWhileLoading(
  { retryAfterMs }: Pick<SightlineError, 'retryAfterMs'>,
  { looksDone, waitedMs }: { looksDone: number; waitedMs: number },
  { longest = longestLoadingMs, random = Math.random } = {},
): number | undefined {
  const left = longest - waitedMs;
  if (left <= 0) return undefined;
  return Math.min(left, retryAfterMs ?? growingPause(looksDone, { ...looks, random }));
}
