import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Readable } from 'node:stream';

/**
 * Carries a request to a provider. Unlike `fetch` it follows no redirect, since the key is for this address only, asks
 * for no compression, which would hold a stream back, and sets no time of its own: a local model may think for
 * minutes before its first word. The request's signal ends it, also while the body comes.
 */
export async function fetchProvider(request: Request): Promise<Response> {
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  const incoming = await send(request, body);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const status = incoming.statusCode ?? 502;
  // A null-body status takes no stream; nothing that such an answer brings is of use.
  const empty = status === 204 || status === 304 || status < 200;
  if (empty) incoming.resume();
  return new Response(empty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>), {
    status: status < 200 ? 502 : status,
    headers,
  });
}

function send(request: Request, body: Buffer | undefined): Promise<IncomingMessage> {
  const url = new URL(request.url);
  const open = url.protocol === 'https:' ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const outgoing = open(
      url,
      {
        method: request.method,
        headers: {
          ...Object.fromEntries(request.headers),
          ...(body === undefined ? {} : { 'content-length': body.length }),
        },
        signal: request.signal,
      },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
