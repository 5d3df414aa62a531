import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Readable } from 'node:stream';

/** A request to a provider. */
export interface ProviderRequest {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}

/** Carries a request to a provider: the network, or the offline describer. */
export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * The network. Unlike `fetch` it follows no redirect, since the key is for this address only, asks for no compression,
 * which would hold a stream back, and sets no time of its own: a local model may think for minutes before its first
 * word. The request's signal ends it, also while the body comes.
 */
export const fetchProvider: ProviderFetch = async (url, request) => {
  const incoming = await send(new URL(url), request);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const status = incoming.statusCode ?? 502;
  // These take no body, and nothing that such an answer brings is of use.
  const empty = [204, 205, 304].includes(status);
  if (empty) incoming.resume();
  const body = empty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
};

function send(url: URL, { method, headers, body, signal }: ProviderRequest): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = open(url, { method, headers: { ...headers, ...length }, signal }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
