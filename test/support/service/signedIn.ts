import type { z } from 'zod';
import type { createdApiKeyShape } from '../../../src/platform/shapes.ts';
import { linkToken } from './linkToken.ts';

/** A browser that is signed in to a service that runs. */
export interface Browser {
  url: string;
  cookie: string;
  ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  makeKey: (name?: string) => Promise<z.infer<typeof createdApiKeyShape>>;
}

/** Uses a sign-in link as a page of the service does. */
export async function signedIn({
  url,
  signInUrl,
}: {
  url: string;
  signInUrl: string | undefined;
}): Promise<Browser> {
  const token = linkToken(signInUrl);
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return browserAt(url, cookie);
}

/** A browser with a session that it has already. */
export function browserAt(url: string, cookie: string): Browser {
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { cookie, origin: url, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url,
    cookie,
    ask,
    makeKey: async (name = 'key') =>
      (await (await ask('POST', '/api/api-keys', { name })).json()) as z.infer<typeof createdApiKeyShape>,
  };
}
