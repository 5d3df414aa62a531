import { shownAddress } from '../../base/address.ts';
import { BodyTooLarge, readBytes } from '../../base/node/boundedBody.ts';
import { AddressRefused, publicGuard } from '../../base/node/publicGuard.ts';
import { causes, connectionFault, type ConnectionFault } from '../../base/connectionFault.ts';
import { formatBytes, formatSeconds } from '../../base/localFormat.ts';
import { guardedFetch, type Fetch } from '../../base/node/transport.ts';
import { readError, type ImageErrorDetails } from '../imageErrors.ts';
import { t } from '../../base/l10n.ts';

/** How an image is downloaded. */
export interface FetchImageOptions {
  /** Hosts that are connected to wherever they lead: `host`, for all its ports, or `host:port`. */
  allowed?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

/** Most bytes of a downloaded image, and milliseconds until its answer begins and until it is here. */
const limits = { bytes: 100_000_000, answerMs: 30_000, silenceMs: 30_000, totalMs: 300_000 };

/** How often an answer may lead elsewhere. */
const mostRedirects = 5;

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Downloads an image from the web. Nothing goes along but the request: no key and no cookie. Private and loopback addresses are
 * refused, whatever name or redirect leads there, unless they are allowed by name; a redirect never leads from https to http.
 * @param address `http(s)://…`
 * @returns the bytes, at most 100 MB; whether they are an image is seen where they are read.
 * @throws {ValueError} `unsupportedImage` or `imageTooLarge`, with the address and what failed; the signal's reason.
 */
export async function fetchImage(
  address: string,
  { allowed = [], signal }: FetchImageOptions = {},
): Promise<Uint8Array> {
  const guard = publicGuard(allowed, 'a host can be allowed by name');
  try {
    return await follow(guardedFetch(guard), address, signal);
  } finally {
    guard.agents.http.destroy();
    guard.agents.https.destroy();
  }
}

async function follow(fetch: Fetch, address: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  let url = addressOf(address, address);
  for (let count = 0; count <= mostRedirects; count++) {
    const response = await answerAt(fetch, url, address, signal);
    if (!redirects.includes(response.status)) return bytesOf(response, address, signal);
    void response.body?.cancel();
    const next = addressOf(new URL(response.headers.get('location') ?? '', url).href, address);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw failed(address, t('it leads from https to http'));
    url = next;
  }
  throw failed(address, t('it leads elsewhere more than {mostRedirects} times', { mostRedirects }));
}

function addressOf(text: string, address: string): URL {
  const url = URL.parse(text);
  if (url === null) throw failed(address, t('its address is malformed'));
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw failed(address, t('it leads to an address with {protocol}', { protocol: url.protocol }));
  if (url.username !== '' || url.password !== '')
    throw failed(address, t('its address contains a user name or password'), {
      hint: t('Download the image, and give the file.'),
    });
  return url;
}

async function answerAt(
  fetch: Fetch,
  url: URL,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limits.answerMs);
  try {
    return await fetch(url, {
      headers: { accept: 'image/*', 'user-agent': 'Sightline' },
      signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    if (late.signal.aborted)
      throw failed(
        address,
        t('no answer came within {time}', { time: formatSeconds(limits.answerMs / 1000) }),
      );
    if ([...causes(cause)].some(error => error instanceof AddressRefused))
      throw failed(
        address,
        t('{host} is an address of this machine or of a private network', { host: url.host }),
        {
          cause,
          remedy: { kind: 'allowImageHost', host: url.host },
        },
      );
    throw failed(address, brokenBy(cause), { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function bytesOf(
  response: Response,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { status, headers } = response;
  const reason = status === 200 ? whyNoImage(headers.get('content-type') ?? '') : refusals(status);
  if (reason !== undefined) {
    void response.body?.cancel();
    throw failed(address, reason, { hint: t('Give the address of an image file that anybody can open.') });
  }
  try {
    return await readBytes(response, limits);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof BodyTooLarge)
      throw failed(address, t('it has more than {size}', { size: formatBytes(limits.bytes) }), {
        code: 'imageTooLarge',
      });
    throw failed(address, brokenBy(cause), { cause });
  }
}

/** Why no answer came, or not all of it. */
function brokenBy(cause: unknown): string {
  const fault = connectionFault(cause);
  return fault === undefined ? t('downloading it failed') : faultWords()[fault];
}

const faultWords = (): Readonly<Record<ConnectionFault, string>> => ({
  certificate: t('the certificate of its server is not trusted'),
  plainHttp: t('its server does not support https'),
  refused: t('its server does not answer'),
  unknownHost: t('its server is unknown'),
  broken: t('the connection to its server was lost'),
});

/** Servers that know no better call every file a stream of octets, or nothing at all. */
function whyNoImage(contentType: string): string | undefined {
  const [type = ''] = contentType.toLowerCase().split(';');
  const kind = type.trim();
  if (kind === '' || kind.startsWith('image/') || /^(?:application|binary)\/octet-stream$/.test(kind))
    return undefined;
  return kind === 'text/html'
    ? t('it is a web page, not an image')
    : t('it is {kind}, not an image', { kind });
}

function refusals(status: number): string {
  if (status === 401 || status === 403)
    return t('its server refuses access ({status})', { status: String(status) });
  if (status === 404 || status === 410)
    return t('there is no such image ({status})', { status: String(status) });
  return t('its server answered {status}', { status: String(status) });
}

function failed(address: string, reason: string, details: ImageErrorDetails = {}): Error {
  return readError(shownAddress(address), reason, details);
}
