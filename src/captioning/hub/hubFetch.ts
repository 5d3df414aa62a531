import { causes, connectionFault } from '../../base/connectionFault.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { formatSeconds } from '../../base/localFormat.ts';
import { BodyTooLarge } from '../../base/node/boundedBody.ts';
import { RequestTimeout, watchedFetch } from '../../base/node/idleTimeout.ts';
import { httpFetch, type Fetch } from '../../base/node/transport.ts';
import { abortError } from '../../base/onAbort.ts';
import { mayDownloadFrom } from './hubAddress.ts';
import { t } from '../../base/l10n.ts';

/** How requests to a hub leave. */
export interface HubRequest {
  fetch?: Fetch | undefined;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  /** Milliseconds without a byte until a request counts as lost. */
  silenceMs?: number | undefined;
}

const mostRedirects = 5;
const defaultSilenceMs = 60_000;

/** A hub refused; `isPassing` where it may take the same request later. */
export class HubRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the server answered with status ${status}`);
    this.name = 'HubRefusal';
    this.status = status;
  }

  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/**
 * Asks a hub. Redirects are followed, since large files lie elsewhere: nothing that is secret goes along. None leads to an
 * unencrypted address, save from this machine to this machine.
 * @returns an answer of status 200, 206 or 416.
 * @throws {HubRefusal} for every other status, and what the connection throws.
 */
export async function hubFetch(
  address: string,
  { fetch = httpFetch, signal, headers = {}, silenceMs = defaultSilenceMs }: HubRequest,
): Promise<Response> {
  const send = watchedFetch(fetch, silenceMs);
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const response = await send(url.href, { headers, redirect: 'manual', ...(signal ? { signal } : {}) });
    if ([200, 206, 416].includes(response.status)) return response;
    // Not awaited: what a server says beside its status is not waited for.
    response.body?.cancel().catch(() => undefined);
    const location = response.headers.get('location');
    if (location === null || ![301, 302, 303, 307, 308].includes(response.status))
      throw new HubRefusal(response.status);
    const next = URL.parse(location, url.href);
    if (next === null || !mayDownloadFrom(next) || (url.protocol === 'https:' && next.protocol !== 'https:'))
      throw new SightlineError(
        'notAService',
        t('{host} redirects to an address that is not encrypted.', { host: url.host }),
        {
          hint: t('In a network with a sign-in page, sign in there first.'),
        },
      );
    if (redirects === mostRedirects)
      throw new SightlineError('notAService', t('{host} redirects without end.', { host: url.host }));
    url = next;
  }
}

/** Whether the same request may do better in a moment. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HubRefusal) return error.isPassing;
  if (error instanceof SightlineError || isAbort(error)) return false;
  return (
    [...causes(error)].some(link => link instanceof RequestTimeout) || connectionFault(error) === 'broken'
  );
}

/** A failure of a request to `host`, as the person is told of it. */
export function hubFailure(error: unknown, host: string, signal?: AbortSignal): unknown {
  if (signal?.aborted || isAbort(error)) return abortError(signal);
  if (error instanceof SightlineError) return error;
  if (error instanceof HubRefusal) return refusal(error, host);
  if (error instanceof BodyTooLarge)
    return new SightlineError('notAService', t('{host} sent more than a model of this kind has.', { host }), {
      cause: error,
    });
  const timeout = [...causes(error)].find(link => link instanceof RequestTimeout);
  if (timeout !== undefined)
    return new SightlineError(
      'timeout',
      t('{host} sent nothing for {time}.', { host, time: formatSeconds(timeout.milliseconds / 1000) }),
      { cause: error, hint: t('What is here is kept; the download can be resumed.') },
    );
  switch (connectionFault(error)) {
    case 'certificate':
      return new SightlineError('certificate', t('The certificate of {host} is not trusted.', { host }), {
        cause: error,
        remedy: { kind: 'trustCertificate' },
      });
    case 'plainHttp':
      return new SightlineError('network', t('{host} does not support https.', { host }), { cause: error });
    case 'refused':
    case 'unknownHost':
      return new SightlineError('network', t('{host} cannot be reached.', { host }), {
        cause: error,
        hint: t('Check the network.'),
        remedy: { kind: 'checkProxy' },
      });
    case 'broken':
      return new SightlineError('network', t('The connection to {host} was lost.', { host }), {
        cause: error,
        hint: t('What is here is kept; the download can be resumed.'),
      });
    case undefined:
      return error;
  }
}

function refusal({ status }: HubRefusal, host: string): SightlineError {
  if ([401, 403, 404, 410].includes(status))
    return new SightlineError(
      'notFound',
      t('{host} does not have this model (status {status}).', { host, status: String(status) }),
      { status },
    );
  if (status === 429)
    return new SightlineError('rateLimited', t('{host} limits the rate of downloads.', { host }), {
      status,
      hint: t('Try again later. What is here is kept.'),
    });
  return new SightlineError(
    'providerFailed',
    t('{host} failed with status {status}.', { host, status: String(status) }),
    {
      status,
      hint: t('Try again later. What is here is kept.'),
    },
  );
}
