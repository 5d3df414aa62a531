import { formatSeconds } from '../../base/localFormat.ts';
import type { AnswerEvent } from './answer.ts';
import { identityOf, Ladder } from './ladder.ts';
import { hasFailed, noteFailed } from './learned.ts';
import type { AskOptions, SentRequest } from './question.ts';
import { noticesOf, type Adaptation, type Notice, type Recovery, type RefusedRequest } from './recoveries.ts';
import type { RequestBody } from './request.ts';
import { abortError } from '../../base/onAbort.ts';
import { sleep } from '../../base/sleep.ts';
import { isLoading, longestLoadingMs, pauseWhileLoading } from '../faults/loading.ts';
import { defaultMaxRetries, pauseBeforeRetry } from '../faults/retry.ts';
import { describeFailure, type ErrorContext } from '../faults/translateError.ts';
import { t } from '../../base/l10n.ts';

/** A request as it is about to go out. */
export interface PreparedRequest extends RefusedRequest {
  url: string;
}

/** How to make one request, and what to do where it is refused. `T` is what is had once it is answered. */
export interface Exchange<T> {
  /** The name under which what helps is remembered. */
  key: string;
  label: string;
  apiKey: string | undefined;
  prepare: (adaptations: ReadonlySet<Adaptation>) => PreparedRequest | Promise<PreparedRequest>;
  /** @throws what the server refuses with, also in an answer that had begun: then, too, it is asked otherwise. */
  send: (request: PreparedRequest, context: ErrorContext) => Promise<T>;
  recoveries: readonly Recovery[];
}

/** What comes before an answer. */
export type Preliminary = Extract<AnswerEvent, { type: 'waiting' }>;

/** A request that was answered. */
export interface Answered<T> {
  value: T;
  context: ErrorContext;
  /** What the person should know of how it was got. */
  notices: readonly Notice[];
}

/**
 * Makes a request until it is answered: changed where a recovery helps, again after a pause where the failure is a
 * passing one, or the server loads its model. Pauses are told as they come.
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
  const ladder = new Ladder(key, recoveries);
  if (hasFailed(key)) ladder.begin(await prepare(new Set()));
  const loading = { looksDone: 0, waitedMs: 0 };
  for (let retries = 0; ;) {
    const request = await prepare(ladder.adaptations);
    const context: ErrorContext = { ...names, url: request.url };
    if (signal?.aborted) throw abortError(signal);
    onRequest?.(sentRequest(request));
    try {
      const value = await send(request, context);
      ladder.answered(request);
      return { value, context, notices: await noticesFor(ladder.adaptations, recoveries, prepare) };
    } catch (error) {
      if (signal?.aborted) throw abortError(signal);
      const failure = describeFailure(error, { ...context, sentBytes: byteLength(request.body) });
      const isOnlyLoading = failure.fault !== undefined && isLoading(failure.fault);
      const untilLoaded = isOnlyLoading
        ? pauseWhileLoading(failure.error, loading, { longest: loadingMs })
        : undefined;
      const mayRetry = retries < maxRetries;
      const next = isOnlyLoading ? undefined : ladder.next(failure, request, mayRetry);
      if (next === 'later') noteFailed(key, identityOf((await prepare(new Set())).body));
      const mayPause = next !== 'named' && mayRetry;
      const pause = untilLoaded ?? (mayPause ? pauseBeforeRetry(failure, retries) : undefined);
      if (untilLoaded !== undefined) {
        loading.looksDone += 1;
        loading.waitedMs += untilLoaded;
      } else if (next === 'trial' || pause !== undefined) retries += 1;
      if (pause !== undefined) {
        yield {
          type: 'waiting',
          milliseconds: pause,
          reason: failure.error.message,
          message: t('{message} Trying again in {time}.', {
            message: failure.error.message,
            time: formatSeconds(pause / 1000),
          }),
        };
        await wait(pause, signal);
      } else if (next === undefined || next === 'later') throw ladder.firstFailure ?? failure.error;
    }
  }
}

/** What the person should know of an answer that was got so. */
async function noticesFor(
  made: ReadonlySet<Adaptation>,
  recoveries: readonly Recovery[],
  prepare: Exchange<unknown>['prepare'],
): Promise<Notice[]> {
  if (made.size === 0) return [];
  const originals = [
    await prepare(new Set()),
    ...(made.has('chatInstead') ? [await prepare(new Set(['chatInstead']))] : []),
  ];
  return noticesOf(recoveries, made, originals);
}

/** The request as the person may see it: no query, no credentials, no headers. */
function sentRequest({ url, body }: PreparedRequest): SentRequest {
  const { origin, pathname } = new URL(url);
  return { method: 'POST', url: origin + pathname, body };
}

function byteLength(body: RequestBody): number {
  return Buffer.byteLength(JSON.stringify(body));
}
