import { present } from '../../base/present.ts';
import { BrokenAnswer, RequestTimeout } from '../../base/node/idleTimeout.ts';
import { plainReason } from '../../base/plainReason.ts';
import { redact } from '../../base/redact.ts';
import { KnownFault, type ProviderFault } from './providerFault.ts';

/** Headers of a refusal that are looked at later. */
const keptHeaders = ['retry-after', 'retry-after-ms', 'x-sightline-provider'];

/** Most errors in a chain of causes. */
const longestChain = 8;

/** A refusal as it may stand in a log: in one line each, without secrets, and with the headers that matter. */
export function plainFault(fault: ProviderFault, apiKey: string | undefined): KnownFault {
  const { status, code, param, headers } = fault;
  const kept = keptHeaders.flatMap(name => {
    const value = headers?.get(name);
    return value == null ? [] : [[name, redact(value, apiKey).replaceAll('…', '')] as [string, string]];
  });
  return new KnownFault({
    ...present({ status }),
    ...(code === undefined ? {} : { code: plainReason(code, apiKey) }),
    ...(param === undefined ? {} : { param: plainReason(param, apiKey) }),
    reason: plainReason(fault.reason, apiKey),
    ...(headers ? { headers: new Headers(kept) } : {}),
  });
}

/**
 * A library's error, with its causes, as it may stand in a log: what it says may be a server's words. Its name, its
 * code and its kind stay, since others are told by them what went wrong.
 */
export function plainCause(error: unknown, apiKey: string | undefined, depth = 0): Error {
  if (error instanceof RequestTimeout) return error;
  const cause =
    error instanceof Error && error.cause !== undefined && depth < longestChain
      ? plainCause(error.cause, apiKey, depth + 1)
      : undefined;
  if (error instanceof BrokenAnswer) return new BrokenAnswer(cause);
  if (!(error instanceof Error)) return new Error(plainReason(String(error), apiKey));
  const details = cause === undefined ? {} : { cause };
  const message = plainReason(error.message, apiKey);
  const plain =
    error instanceof AggregateError
      ? new AggregateError(
          error.errors.slice(0, longestChain).map(one => plainCause(one, apiKey, depth + 1)),
          message,
          details,
        )
      : new Error(message, details);
  plain.name = plainReason(error.name, apiKey);
  return 'code' in error && typeof error.code === 'string'
    ? Object.assign(plain, { code: plainReason(error.code, apiKey) })
    : plain;
}
