import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { webBody } from './webBody.ts';

/** A function that behaves like the global `fetch`. */
export type Fetch = typeof globalThis.fetch;

/** What requests over {@link httpFetch} may say beyond what `fetch` knows. */
export interface SendInit extends RequestInit {
  /** Called once the whole body has left this process: nobody reads its bytes any more. */
  onSent?: () => void;
}

/** Judges where requests lead. */
export interface Guard {
  /** @throws where requests to this server may not go to this IP address. */
  check: (ip: string, url: URL) => void;
  /** Resolves names, with the addresses judged at the moment of connecting. */
  lookup: (url: URL) => LookupFunction;
  /** Sockets of its own: those of others were opened without it. */
  agents: { http: http.Agent; https: https.Agent };
}

const bodilessStatuses: readonly number[] = [204, 205, 304];

/**
 * `fetch` over Node's own HTTP client, the transport of every request of this room. Why not the global one:
 *
 * - It gives up after 300 seconds without a byte, whatever our own time-out is, and only a dispatcher of its own makes
 *   it wait longer. The editor replaces the global `fetch` by one that exchanges the dispatcher for its own (proxy,
 *   certificates), so that the limit is back. `node:http` has no such limit.
 * - The editor mends `node:http` and `node:https` the same way: their `request`, looked up at the time of the call on
 *   the default import as done here, goes through the editor's proxies and trusts the system's certificates.
 * - A redirect is never followed: the key that the request carries belongs to the origin it was meant for.
 *
 * Both IP versions of a name are tried (Node's `autoSelectFamily`), and a signal that fires closes the connection. A
 * stream whose length is given as `content-length` is sent as it comes; everything else is gathered first.
 */
export const httpFetch: Fetch = fetchOver(undefined);

/** {@link httpFetch} whose requests go only where `guard` lets them. */
export function guardedFetch(guard: Guard): Fetch {
  return fetchOver(guard);
}

function fetchOver(guard: Guard | undefined): Fetch {
  return async (input, init = {}) => {
    if (!(input instanceof Request)) return send(input, init, guard);
    const { method, headers, signal } = input;
    const body = input.body ? await input.arrayBuffer() : null;
    return send(input.url, { method, headers, signal, body, ...init }, guard);
  };
}

async function send(
  input: string | URL,
  init: Omit<SendInit, 'window'>,
  guard: Guard | undefined,
): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init.headers));
  const body =
    init.body instanceof ReadableStream && 'content-length' in headers
      ? Readable.from(init.body, { objectMode: false })
      : await bytesOf(init.body);
  if (body instanceof Buffer) headers['content-length'] = String(body.byteLength);
  const answer = await roundTrip(
    new URL(input),
    { method: init.method ?? 'GET', headers, ...(init.signal ? { signal: init.signal } : {}) },
    body,
    { guard, onSent: init.onSent },
  );
  try {
    return toResponse(answer);
  } catch (error) {
    answer.destroy();
    throw error;
  }
}

async function bytesOf(body: RequestInit['body']): Promise<Buffer | undefined> {
  if (body == null) return undefined;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return Buffer.from(await new Response(body).arrayBuffer());
}

/**
 * Where to connect. A name below `localhost` is this machine by its meaning (RFC 6761), but some resolvers ask the
 * network for it, and a proxy would be given it: such a request goes to 127.0.0.1, under the name that was asked for.
 */
function target({ hostname, host }: URL): {
  ip: string | undefined;
  options: { hostname?: string; headers?: Record<string, string> };
} {
  const ownName = /\.localhost\.?$/.test(hostname) || hostname === 'localhost.';
  if (ownName) return { ip: '127.0.0.1', options: { hostname: '127.0.0.1', headers: { host } } };
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  return { ip: isIP(literal) === 0 ? undefined : literal, options: {} };
}

function roundTrip(
  url: URL,
  options: { method: string; headers: Record<string, string>; signal?: AbortSignal },
  body: Buffer | Readable | undefined,
  { guard, onSent }: { guard: Guard | undefined; onSent: (() => void) | undefined },
): Promise<IncomingMessage> {
  options.signal?.throwIfAborted();
  const { ip, options: place } = target(url);
  // An address needs no looking up, so nobody else would judge it.
  if (ip !== undefined) guard?.check(ip, url);
  const secure = url.protocol === 'https:';
  const guarded = guard && { lookup: guard.lookup(url), agent: guard.agents[secure ? 'https' : 'http'] };
  const all = { ...options, ...place, ...guarded, headers: { ...options.headers, ...place.headers } };
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, all);
    request.on('response', resolve);
    request.on('error', reject);
    // Nobody asked for another protocol. Without this neither of the two above would ever come.
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('the server answered with another protocol than HTTP'));
    });
    // It also comes where the connection has failed with bytes that the system may still hold.
    if (onSent) request.once('finish', () => request.destroyed || onSent());
    if (body instanceof Readable) pipeline(body, request, error => error && reject(error));
    else request.end(body);
  });
}

function toResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  if (bodilessStatuses.includes(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  const content = decoded(answer, headers);
  return new Response(webBody(content), {
    status,
    statusText: answer.statusMessage ?? '',
    headers,
  });
}

/** The content as it was before a server compressed it unasked. */
function decoded(answer: IncomingMessage, headers: Headers): Readable {
  const decoder = decoders[headers.get('content-encoding')?.trim().toLowerCase() ?? '']?.();
  if (!decoder) return answer;
  headers.delete('content-encoding');
  headers.delete('content-length');
  // The error also reaches the reader of the decoder; `pipeline` only wants to be listened to.
  return pipeline(answer, decoder, () => undefined);
}

/** Bytes of a piece that was decompressed: each costs its way through all streams, whatever its length. */
const chunkSize = 64 * 1024;

const decoders: Record<string, () => Transform> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
};
