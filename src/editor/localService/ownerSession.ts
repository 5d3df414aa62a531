import type { z } from 'zod';
import { t } from '../../base/l10n.ts';
import { parseJson } from '../../base/json.ts';
import { answerError, notAService } from '../../platform/platformErrors.ts';
import { exchangeWithService } from '../../platform/serviceExchange.ts';
import { createdApiKeyShape, sessionShape } from '../../platform/shapes.ts';

/** What a browser in which the service's owner is signed in may do. */
export interface OwnerSession {
  /** Makes a service key; its value is told only here. */
  makeKey: (name: string, signal?: AbortSignal) => Promise<{ keyId: string; key: string }>;
  revokeKey: (keyId: string) => Promise<void>;
  signOut: () => Promise<void>;
}

/**
 * Signs in to the service at `url` as a browser does. Token, cookie and keys travel in bodies and headers only.
 * @throws {SightlineError} where the token does not work (any more) or no service answers.
 */
export async function signInAsOwner(url: string, token: string, signal?: AbortSignal): Promise<OwnerSession> {
  let cookie = '';
  const send = async (
    method: string,
    path: string,
    more: { body?: object; signal?: AbortSignal | undefined } = {},
  ): Promise<{ text: string; headers: Headers }> => {
    const answer = await exchangeWithService(url + path, {
      method,
      // A change is taken from the service's own pages only, and this is what they name.
      headers: {
        origin: url,
        ...(cookie === '' ? {} : { cookie }),
        ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
      origin: url,
      signal: more.signal,
    });
    if (answer.status < 200 || answer.status > 299) throw answerError(answer, url);
    return { text: answer.body, headers: answer.headers };
  };
  const read = <T>(text: string, schema: z.ZodType<T>): T => {
    const { data } = schema.safeParse(parseJson(text));
    if (data === undefined) throw notAService(url, t('its response is invalid'));
    return data;
  };
  const signedIn = await send('POST', '/api/session', { body: { token }, signal });
  read(signedIn.text, sessionShape);
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    makeKey: async (name, abort) => {
      const { text } = await send('POST', '/api/api-keys', { body: { name }, signal: abort });
      return read(text, createdApiKeyShape);
    },
    revokeKey: async keyId => {
      await send('DELETE', `/api/api-keys?keyId=${encodeURIComponent(keyId)}`);
    },
    signOut: async () => {
      await send('DELETE', '/api/session');
    },
  };
}
