import { present } from '../../base/present.ts';
import { formatSeconds } from '../../base/format.ts';
import type { AnswerEvent } from './answer.ts';
import type { ApiFormat } from './apiFormat.ts';
import { recall, remember } from './learned.ts';
import type { AskOptions, SentRequest } from './question.ts';
import type { Adaptation, Recovery } from './recoveries.ts';
import type { RequestBody } from './request.ts';
import { abortError } from '../../base/onAbort.ts';
import { sleep } from '../../base/sleep.ts';
import { isLoading, longestLoadingMs, pauseWhileLoading } from '../faults/loading.ts';
import { defaultMaxRetries, pauseBeforeRetry } from '../faults/retry.ts';
import { describeFailure, type ErrorContext, type Failure } from '../faults/translateError.ts';

/** A request as it is about to go out. */
export interface PreparedRequest {
  api: ApiFormat;
  url: string;
  body: RequestBody;
}

/** How to make one request, and what to do where it is refused. `T` is what is had once it is answered. */
export interface Exchange<T> {
  /** The name under which what helps is remembered. */
  key: string;
  label: string;
  apiKey: string | undefined;
  prepare: (adaptations: ReadonlySet<Adaptation>) => PreparedRequest;
  send: (request: PreparedRequest) => Promise<T>;
  recoveries: readonly Recovery[];
}

/** What comes before an answer. */
export type Preliminary = Extract<AnswerEvent, { type: 'notice' | 'waiting' }>;

/** A request that was answered. */
export interface Answered<T> {
  value: T;
  context: ErrorContext;
  api: ApiFormat;
}

/**
 * Makes a request until it is answered: changed where a recovery applies, again after a pause where the failure is a
 * passing one, or the server loads its model. Notices and pauses are told as they come.
 * @throws {SightlineError} where neither helps; an AbortError where the signal fired.
 */
export async function* exchange<T>(
  { key, prepare, send, recoveries, ...names }: Exchange<T>,
  {
    signal,
    maxRetries = defaultMaxRetries,
    loadingMs = longestLoadingMs,
    onRequest,
    sleep: wait = sleep,
  }: AskOptions,
): AsyncGenerator<Preliminary, Answered<T>> {
  const adaptations = new Set(recall(key));
  yield* noticesFor(adaptations, recoveries);
  const loading = { looksDone: 0, waitedMs: 0 };
  for (let retries = 0; ;) {
    const request = prepare(adaptations);
    const context: ErrorContext = { ...names, url: request.url };
    if (signal?.aborted) throw abortError(signal);
    onRequest?.(sentRequest(request));
    try {
      const value = await send(request);
      remember(key, adaptations);
      return { value, context, api: request.api };
    } catch (error) {
      if (signal?.aborted) throw abortError(signal);
      const failure = describeFailure(error, { ...context, sentBytes: byteLength(request.body) });
      const isOnlyLoading = failure.fault !== undefined && isLoading(failure.fault);
      const recovery = isOnlyLoading ? undefined : recoveryFor(failure, request, recoveries, adaptations);
      const untilLoaded = isOnlyLoading
        ? pauseWhileLoading(failure.error, loading, { longest: loadingMs })
        : undefined;
      const pause = recovery
        ? undefined
        : (untilLoaded ?? (retries < maxRetries ? pauseBeforeRetry(failure, retries) : undefined));
      if (recovery) {
        adaptations.add(recovery.adaptation);
        yield* noticesFor(new Set([recovery.adaptation]), recoveries);
      } else if (pause !== undefined) {
        if (untilLoaded === undefined) retries += 1;
        else {
          loading.looksDone += 1;
          loading.waitedMs += untilLoaded;
        }
        yield {
          type: 'waiting',
          milliseconds: pause,
          reason: failure.error.message,
          message: `${failure.error.message} Trying again in ${formatSeconds(pause / 1000)}.`,
        };
        await wait(pause, signal);
      } else {
        throw failure.error;
      }
    }
  }
}

function recoveryFor(
  { fault }: Failure,
  request: PreparedRequest,
  recoveries: readonly Recovery[],
  tried: ReadonlySet<Adaptation>,
): Recovery | undefined {
  return fault && recoveries.find(one => !tried.has(one.adaptation) && one.applies(fault, request));
}

function* noticesFor(
  adaptations: ReadonlySet<Adaptation>,
  recoveries: readonly Recovery[],
): Generator<Preliminary> {
  for (const { adaptation, notice, remedy } of recoveries)
    if (notice && adaptations.has(adaptation))
      yield { type: 'notice', message: notice, ...present({ remedy }) };
}

/** The request as the person may see it: no query, no credentials, no headers. */
function sentRequest({ url, body }: PreparedRequest): SentRequest {
  const { origin, pathname } = new URL(url);
  return { method: 'POST', url: origin + pathname, body };
}

function byteLength(body: RequestBody): number {
  return Buffer.byteLength(JSON.stringify(body));
}
