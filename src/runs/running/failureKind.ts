import type { SightlineError } from '../../base/errors.ts';
import { causes, connectionFault, isUnreachable } from '../../base/connectionFault.ts';
import { saysLoading } from '../../inference/faults/loading.ts';
import { concernsAllRequests, isRetryable } from '../../base/retryable.ts';
import { BrokenAnswer } from '../../base/node/idleTimeout.ts';

/**
 * Whose fault a failed question is, which says what to do. `tooFast`: all wait, and the same is asked again, without end;
 * `loading`: the same, for as long as a model may take to be loaded;
 * `overloaded`: the same, but it counts as a try; `broken` and `passing`: asked again, some times; `unreachable`: as that,
 * then the run stops; `permanent`: it stops at once; `refused`: the provider does not take this picture or question; `answer`:
 * the model's answer is none.
 */
export type FailureKind =
  | 'tooFast'
  | 'loading'
  | 'overloaded'
  | 'broken'
  | 'passing'
  | 'unreachable'
  | 'permanent'
  | 'refused'
  | 'answer';

/** What gateways say of a server behind them that is overloaded, or is being started anew. */
const overloaded: readonly (number | undefined)[] = [502, 503, 504, 520, 521, 522, 523, 524, 529];

/** Reads an error of {@link AskPicture}. */
export function failureKind(error: SightlineError): FailureKind {
  const { code, status } = error;
  if (saysLoading(error)) return 'loading';
  if (code === 'rateLimited') return 'tooFast';
  if (code === 'network' && isUnreachable(error)) return 'unreachable';
  if (code === 'network' || connectionFault(error) === 'broken') return 'broken';
  const isUnfinished = code === 'incomplete' || code === 'noAnswer';
  if (isUnfinished && [...causes(error)].some(link => link instanceof BrokenAnswer)) return 'broken';
  if (code === 'providerFailed') {
    if (!isRetryable(error)) return 'refused';
    return overloaded.includes(status) || /overload/i.test(error.message) ? 'overloaded' : 'passing';
  }
  if (code === 'badRequest' && isRetryable(error)) return 'passing';
  if (concernsAllRequests(error)) return 'permanent';
  return isUnfinished ? 'answer' : 'refused';
}
