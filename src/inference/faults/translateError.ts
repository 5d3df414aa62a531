import { present } from '../../base/present.ts';
import { retryAfter } from '../../base/retryable.ts';
import { formatBytes, formatSeconds, formatTime } from '../../base/localFormat.ts';
import { isAbort, SightlineError, type ErrorCode, type ErrorDetails } from '../../base/errors.ts';
import { addressHint, adviceFor } from './adviceFor.ts';
import type { Remedy } from '../../base/remedies.ts';
import { connectionFault, causes, type ConnectionFault } from '../../base/connectionFault.ts';
import { shorten } from '../../base/shorten.ts';
import { longestMessage, plainReason } from '../../base/plainReason.ts';
import { plainCause, plainFault } from './plainCause.ts';
import { readFault, type ProviderFault } from './providerFault.ts';
import { isQuotaFault } from './quotaFault.ts';
import { refusesImages } from './refusalMeaning.ts';
import { refusesTools, toolHint } from './toolRefusal.ts';
import { BodyTooLarge } from '../../base/node/boundedBody.ts';
import { BrokenAnswer, RequestTimeout } from '../../base/node/idleTimeout.ts';
import { t } from '../../base/l10n.ts';

/** What is known of the request that failed. */
export interface ErrorContext {
  /** The provider's name as the person sees it. */
  label: string;
  /** Address of the request. */
  url: string;
  /** Bytes of its body. */
  sentBytes?: number;
  /** Never repeated, should the provider do so. */
  apiKey?: string | undefined;
}

/** An error by the request that failed, for the recoveries and retries around it. */
export interface Failure {
  error: SightlineError;
  /** What the server said, where it was the server. */
  fault: ProviderFault | undefined;
  connection: ConnectionFault | undefined;
}

/**
 * Turns an error of the provider client, of `fetch` or of Node into one of ours, with the provider's real reason as one
 * short line. The only place that does so. Errors of our own and those of an abort pass unchanged.
 */
export function translateError(error: unknown, context: ErrorContext): Error {
  return error instanceof Error && isAbort(error) ? error : describeFailure(error, context).error;
}

/** The same, with what was recognised on the way. */
export function describeFailure(error: unknown, context: ErrorContext): Failure {
  const links = [...causes(error)];
  const late = links.find(link => link instanceof RequestTimeout);
  const fault = readFault(error);
  const broken = links.some(link => link instanceof BrokenAnswer);
  const connection = late || fault || broken ? undefined : connectionFault(error);
  const failed = (made: SightlineError): Failure => ({ error: made, fault, connection });
  if (error instanceof SightlineError) return failed(error);
  if (error instanceof BodyTooLarge) return failed(tooLarge(error, context));
  const cause = fault ? plainFault(fault, context.apiKey) : plainCause(error, context.apiKey);
  if (late) return failed(timeout(late, cause, context));
  if (fault) return failed(refused(fault, cause, context));
  if (broken) return failed(brokenOff(cause, context));
  if (connection) return failed(unreachable(connection, cause, context));
  return failed(unknown(cause, context));
}

function brokenOff(cause: Error, { label }: ErrorContext): SightlineError {
  return make(
    'incomplete',
    t('The connection to {label} was lost before the answer was complete.', { label }),
    {
      cause,
      hint: t('Ask again to get the complete answer.'),
    },
  );
}

function tooLarge(cause: BodyTooLarge, { label, url }: ErrorContext): SightlineError {
  const limit = formatBytes(cause.bytes);
  return make(
    'notAService',
    t('{label} answered with more than {limit}, more than any answer to this request needs.', {
      label,
      limit,
    }),
    {
      cause,
      hint: addressHint(url),
    },
  );
}

function unknown(cause: Error, { label }: ErrorContext): SightlineError {
  return make(
    'providerFailed',
    t('The request to {label} failed: {reason}', { label, reason: cause.message || t('no reason given') }),
    {
      cause,
    },
  );
}

function timeout(
  { milliseconds, began }: RequestTimeout,
  cause: Error,
  context: ErrorContext,
): SightlineError {
  const { label } = context;
  const time = formatSeconds(milliseconds / 1000);
  return make(
    'timeout',
    began
      ? t('{label} sent nothing more for {time}, so the request timed out.', { label, time })
      : t('{label} sent nothing for {time}, so the request timed out.', { label, time }),
    { cause, hint: t('A slow model needs a longer timeout.'), remedy: { kind: 'raiseTimeout' } },
  );
}

function unreachable(kind: ConnectionFault, cause: Error, { label, url }: ErrorContext): SightlineError {
  const { host, hostname, protocol } = new URL(url);
  const port = new URL(url).port || (protocol === 'https:' ? '443' : '80');
  switch (kind) {
    case 'certificate':
      return make('certificate', t('The certificate of {host} is not trusted.', { host }), {
        cause,
        remedy: { kind: 'trustCertificate' },
      });
    case 'plainHttp':
      return make('network', t('{host} uses http, but the address starts with https.', { host }), {
        cause,
        hint: t('Change https:// to http:// in the address.'),
      });
    case 'refused':
      return make('network', t('Nothing answers at {hostname} on port {port}.', { hostname, port }), {
        cause,
        hint:
          hostname === 'localhost'
            ? t('Start {label}, or try 127.0.0.1 instead of localhost in the address.', { label })
            : t('Check that {label} is running and that its address is correct.', { label }),
      });
    case 'unknownHost':
      return make('network', t('The host name {hostname} was not found.', { hostname }), {
        cause,
        hint: t('Check the address and the network connection.'),
      });
    case 'broken':
      return make(
        'network',
        t('The connection to {label} ({host}) failed before a response arrived.', { label, host }),
        {
          cause,
          hint: t('Check the network connection.'),
          remedy: { kind: 'checkProxy' },
        },
      );
  }
}

function refused(fault: ProviderFault, cause: Error, context: ErrorContext): SightlineError {
  const { status, headers } = fault;
  const reason = plainReason(fault.reason, context.apiKey);
  const wait = retryAfter(fault);
  const details = {
    cause,
    ...present({ status, retryAfterMs: wait }),
  };
  const number = status === undefined || reason.startsWith(String(status)) ? '' : ` (${status})`;
  const saying = (sentence: string) => sentence + number + (reason === '' ? '.' : `: ${reason}`);
  const { label } = context;
  if (isQuotaFault(fault))
    return make('quotaExceeded', saying(t('{label} has no quota or credit left for this key', { label })), {
      ...details,
      hint: t('Check plan and billing at {label}.', { label }),
    });
  if (status !== undefined && status >= 300 && status < 400)
    return make(
      'notFound',
      t('{url} redirects to {target}.', { url: context.url, target: target(headers, context.url) }),
      {
        ...details,
        hint: t(
          'Set that address if it is correct: redirects are not followed, because a key belongs to one server.',
        ),
      },
    );
  if (refusesImages(fault))
    return make('imagesUnsupported', saying(t('This model of {label} does not support images', { label })), {
      ...details,
      hint: t('Choose a vision model.'),
      remedy: { kind: 'chooseModel' },
    });
  if (refusesTools(fault))
    return make('badRequest', saying(t('{label} cannot call tools with this model', { label })), {
      ...details,
      hint: toolHint(fault),
      remedy: { kind: 'chooseModel' },
    });
  const { code, sentence, hint, remedy } = bySituation(situationOf(fault), context);
  const advice = adviceFor(fault, label, context.url);
  return make(code, saying(advice.sentence ?? sentence), {
    ...details,
    hint: advice.hint ?? hint ?? untilWhen(wait),
    remedy,
  });
}

/** A pause that nobody sits out, as a time of day. */
function untilWhen(wait: number | undefined): string | undefined {
  return wait === undefined || wait <= 60_000
    ? undefined
    : t('It accepts no request before {time}.', { time: formatTime(Date.now() + wait) });
}

/** The status that tells what happened: a fault inside an answer has none, but names its kind. */
function situationOf(fault: ProviderFault): number | undefined {
  const { status, code = '' } = fault;
  if (isOversized(fault)) return 413;
  if (status !== undefined) return status;
  return ['invalid_api_key', 'authentication_error', 'unauthorized'].includes(code) ? 401 : undefined;
}

/** OpenAI and Azure say 429 of a request that is larger than what a whole minute allows: waiting never helps. */
function isOversized({ status, reason }: ProviderFault): boolean {
  return status === 429 && /request too large|must be reduced/i.test(reason);
}

function bySituation(
  status: number | undefined,
  { label, sentBytes }: ErrorContext,
): { code: ErrorCode; sentence: string; hint?: string; remedy?: Remedy } {
  switch (status) {
    case 400:
    case 422:
      return { code: 'badRequest', sentence: t('{label} does not accept the request', { label }) };
    case 401:
      return {
        code: 'keyRejected',
        sentence: t('{label} rejected the key', { label }),
        hint: t('Check the key for {label}, or set a new one.', { label }),
      };
    case 403:
      return {
        code: 'permissionDenied',
        sentence: t('{label} does not permit this', { label }),
        hint: t('Check what the key and the account may use.'),
      };
    case 404:
      return {
        code: 'notFound',
        sentence: t('{label} does not know this model or address', { label }),
      };
    case 413:
      return {
        code: 'requestTooLarge',
        sentence:
          sentBytes === undefined
            ? t('The request is too large for {label}', { label })
            : t('The request of {size} is too large for {label}', { size: formatBytes(sentBytes), label }),
        hint: t('Send a smaller image.'),
        remedy: { kind: 'lowerMaxSide' },
      };
    case 429:
      return { code: 'rateLimited', sentence: t('{label} takes no more requests for now', { label }) };
    case undefined:
      return { code: 'providerFailed', sentence: t('{label} failed', { label }) };
    default:
      return {
        code: status >= 500 ? 'providerFailed' : 'badRequest',
        sentence:
          status >= 500 ? t('{label} failed', { label }) : t('{label} refused the request', { label }),
      };
  }
}

/** Where a redirect leads, without query and credentials. */
function target(headers: Headers | undefined, url: string): string {
  const location = headers?.get('location') ?? '';
  if (!URL.canParse(location, url)) return t('another address');
  const { origin, pathname } = new URL(location, url);
  return origin + pathname;
}

function make(code: ErrorCode, message: string, details: ErrorDetails): SightlineError {
  return new SightlineError(code, shorten(message, longestMessage), details);
}
