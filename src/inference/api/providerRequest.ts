import { jsonBody } from './jsonBody.ts';
import { keyHeaders } from './keyHeaders.ts';
import { readBeginning } from '../../base/node/boundedBody.ts';
import { HttpFault } from '../faults/providerFault.ts';
import type { Fetch } from '../../base/node/transport.ts';

/** A request to a provider; without a method it is a GET. */
export interface ProviderRequest {
  method?: string;
  apiKey?: string | undefined;
  /** What is sent as JSON. */
  json?: unknown;
  /** A body of another kind, with the headers that tell about it. */
  body?: RequestInit['body'];
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request with exactly the headers that stand here, and the key where there is one: nothing of the environment.
 * A redirect is not followed, for the key belongs to one server.
 * @throws {HttpFault} where the server refuses.
 */
export async function sendToProvider(
  fetch: Fetch,
  url: string | URL,
  { method = 'GET', apiKey, json, body = null, headers, signal }: ProviderRequest,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      'user-agent': 'sightline',
      ...keyHeaders(url, apiKey),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? body : jsonBody(json),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw new HttpFault(response, await readBeginning(response));
  return response;
}
