import { present } from '../base/present.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { formatSeconds } from '../base/localFormat.ts';
import { retryAfter } from '../base/retryable.ts';
import { SightlineError, isAbort } from '../base/errors.ts';
import { InvalidKeyError, OwnerRequiredError, PermissionDeniedError, RateLimitError } from './refusals.ts';
import { isPage as startsAsPage, pageTitle, plainReason } from '../base/plainReason.ts';
import { t } from '../base/l10n.ts';

/** What the service said: status, headers and body, already read. */
export interface ServiceAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** What to do about what the service refuses, as the design's table has it. */
const hints = () => ({
  keyRejected: t(
    'Check that the whole key was copied, its prefix included, that it has not been revoked, and that an environment variable does not hold an older one. Sightline itself may be too old.',
  ),
  permissionDenied: t(
    'Check that you have access and that the key belongs to the right workspace; if it does not, make a new key there.',
  ),
  ownerOnly: t('Only the owner of the workspace may do this. Ask the owner.'),
  rateLimited: t('If it happens often, pause longer between requests or use a dedicated endpoint.'),
  notAService: t('In a network with a sign-in page, sign in there first.'),
  failed: t('Try again later.'),
});

/** The failure that an answer of the service other than 2xx stands for. `origin` is named, `key` never. */
export function answerError(answer: ServiceAnswer, origin: string, key?: string): SightlineError {
  const { status } = answer;
  const stated = reason(answer, key);
  const inBrackets = stated === undefined ? '' : ` (${stated})`;
  // A sign-in page or a proxy answers 401 and 403 too, but not in the service's words.
  if (isPage(answer) && [401, 403, 404].includes(status))
    return notAService(origin, t('it answered {status} with a web page', { status: String(status) }));
  switch (status) {
    case 401:
      return new InvalidKeyError(
        t('The service at {origin} does not accept this key{inBrackets}.', { origin, inBrackets }),
        {
          status,
          hint: hints().keyRejected,
        },
      );
    case 403:
      return stated === 'Workspace owner access required'
        ? new OwnerRequiredError(t('The workspace’s owner is needed for this.'), {
            status,
            hint: hints().ownerOnly,
          })
        : new PermissionDeniedError(t('The key has no permission for this{inBrackets}.', { inBrackets }), {
            status,
            hint: hints().permissionDenied,
          });
    case 404:
      return new SightlineError(
        'notFound',
        t('The service at {origin} has no such thing{inBrackets}.', { origin, inBrackets }),
        {
          status,
        },
      );
    case 421:
      return new SightlineError(
        'keyRejected',
        t('The service at {origin} has no data of this key{inBrackets}.', { origin, inBrackets }),
        {
          status,
          hint: t('Use the address of the region that the key belongs to.'),
          remedy: { kind: 'correctServiceAddress' },
        },
      );
    case 426:
      return new SightlineError(
        'clientTooOld',
        t('This version of Sightline is too old for the service{inBrackets}.', { inBrackets }),
        { status, remedy: { kind: 'updateSightline' } },
      );
    case 429: {
      const pause = retryAfter(answer);
      const wait =
        pause === undefined
          ? t('Wait a while.')
          : t('Wait {time}.', { time: formatSeconds(Math.ceil(pause / 1000)) });
      return new RateLimitError(t('Too many requests with this key{inBrackets}.', { inBrackets }), {
        status,
        hint: `${wait} ${hints().rateLimited}`,
        ...present({ retryAfterMs: pause }),
      });
    }
  }
  return status >= 500
    ? new SightlineError(
        'providerFailed',
        t('The service at {origin} failed with status {status}{inBrackets}.', {
          origin,
          status: String(status),
          inBrackets,
        }),
        { status, hint: hints().failed },
      )
    : new SightlineError(
        'badRequest',
        t('The service refused the request with status {status}{inBrackets}.', {
          status: String(status),
          inBrackets,
        }),
        { status },
      );
}

/** Something answers at `origin`, but not as the service does; `because` says what gave it away. */
export function notAService(
  origin: string,
  because: string,
  details: { hint?: string } = {},
): SightlineError {
  return new SightlineError(
    'notAService',
    t('No Sightline service answers at {origin}: {because}.', { origin, because }),
    {
      hint: hints().notAService,
      remedy: { kind: 'correctServiceAddress' },
      ...details,
    },
  );
}

/** The failure of a request that got no answer. An abort by the caller is handed back as it is. */
export function connectionError(error: unknown, origin: string, timeoutMs: number): unknown {
  if (isAbort(error) || error instanceof SightlineError) return error;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SightlineError(
      'timeout',
      t('The service at {origin} did not answer within {time}.', {
        origin,
        time: formatSeconds(timeoutMs / 1000),
      }),
      {
        cause: error,
        hint: t('Check the connection and try again.'),
      },
    );
  }
  const code = systemCode(error);
  if (certificateCodes.test(code)) {
    return new SightlineError(
      'certificate',
      t('The certificate of {origin} is not trusted ({code}).', { origin, code }),
      {
        cause: error,
        remedy: { kind: 'trustCertificate' },
      },
    );
  }
  if (/^ERR_SSL_/.test(code) || code === 'EPROTO') {
    return new SightlineError(
      'network',
      t('The server at {origin} does not speak https ({code}).', { origin, code }),
      {
        cause: error,
        hint: t('Does the address start with http:// instead?'),
        remedy: { kind: 'correctServiceAddress' },
      },
    );
  }
  return new SightlineError(
    'network',
    t('There is no connection to {origin}{inBrackets}.', {
      origin,
      inBrackets: code === '' ? '' : ` (${code})`,
    }),
    {
      cause: error,
      hint: t('Check the network and its proxy.'),
      remedy: { kind: 'correctServiceAddress' },
    },
  );
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** The code of Node.js or of TLS in the chain of causes; empty where there is none. */
function systemCode(error: unknown): string {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && typeof link.code === 'string') return link.code;
    // A name with several addresses fails with one error for each.
    if (link instanceof AggregateError) return systemCode(link.errors[0]);
  }
  return '';
}

/** The service's own words in `{"error": "…"}`, or a page's title, on one line and without secrets. */
function reason(answer: ServiceAnswer, key: string | undefined): string | undefined {
  const words = isPage(answer) ? pageTitle(answer.body) : (errorMember(answer.body) ?? '');
  return plainReason(words, key) || undefined;
}

function errorMember(body: string): string | undefined {
  const value = parseJson(body);
  return isJsonObject(value) && typeof value.error === 'string' ? value.error : undefined;
}

function isPage(answer: ServiceAnswer): boolean {
  return /html/i.test(answer.headers.get('content-type') ?? '') || startsAsPage(answer.body);
}
