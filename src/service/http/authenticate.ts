import { regionOfKey } from '../../platform/region.ts';
import { isServiceKey } from '../../platform/serviceKey.ts';
import { findWorker } from '../store/hosts.ts';
import { workerKeyPrefix } from '../store/secrets.ts';
import { findStoredKey } from '../store/serviceKeys.ts';
import { findSession } from '../store/sessions.ts';
import type { BrowserSession } from '../store/sessions.ts';
import type { Caller, ServiceContext, ServiceDependencies } from '../context.ts';
import { invalidKey, ServiceError } from './serviceError.ts';
import { readSessionCookie, writeSessionCookie } from './sessionCookie.ts';

/** The address a request came from, as far as it is known. */
export function clientAddress(c: ServiceContext, { behindProxy }: ServiceDependencies): string {
  // Only the entry that our own proxy added can be believed: the last.
  const forwarded = behindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  // Without a socket (in tests) there is no address.
  return forwarded ?? (c.env as ServiceContext['env'] | undefined)?.incoming?.socket.remoteAddress ?? '';
}

/** The browser session of a request, if it has one. A page asks this; the API asks {@link authenticate}. */
export function currentSession(
  c: ServiceContext,
  dependencies: ServiceDependencies,
): BrowserSession | undefined {
  const token = readSessionCookie(c, dependencies);
  const session = token === undefined ? undefined : findSession(dependencies.store, token);
  if (session?.renewed && token !== undefined) writeSessionCookie(c, dependencies, token);
  return session;
}

/**
 * Whose request it is. The store is asked each time, so that a key that was revoked a moment ago, by whichever
 * process, is refused. A key that was sent counts before a session.
 * @throws {ServiceError} 401, 421 for a key of another region, or 429 where too many such requests came from one address.
 */
export async function authenticate(c: ServiceContext, dependencies: ServiceDependencies): Promise<Caller> {
  const caller =
    c.req.header('authorization') === undefined ? bySession(c, dependencies) : byKey(c, dependencies);
  if (caller !== undefined) return caller;
  await dependencies.limits.takeUnknown(clientAddress(c, dependencies), 'key');
  throw elsewhere(c, dependencies) ?? invalidKey();
}

function bySession(c: ServiceContext, dependencies: ServiceDependencies): Caller | undefined {
  const session = currentSession(c, dependencies);
  return session && { kind: 'session', session };
}

function sentKey(c: ServiceContext): string | undefined {
  return /^Bearer +(\S{1,200})$/i.exec(c.req.header('authorization')?.trim() ?? '')?.[1];
}

/** Where a key that is not known here belongs, if its text names another region; nothing is asked of that one. */
function elsewhere(c: ServiceContext, { region }: ServiceDependencies): ServiceError | undefined {
  const sent = sentKey(c);
  if (region === undefined || sent === undefined || !isServiceKey(sent)) return undefined;
  const named = regionOfKey(sent);
  const address = named === region.own || named === undefined ? undefined : region.addresses()[named];
  if (named === undefined || address === undefined) return undefined;
  const { pathname, search } = new URL(c.req.url);
  return new ServiceError(421, `This key belongs to the region ${named}, whose address is ${address}`, {
    Location: address + pathname + search,
  });
}

function byKey(c: ServiceContext, { store }: ServiceDependencies): Caller | undefined {
  const sent = sentKey(c);
  if (sent === undefined) return undefined;
  if (sent.startsWith(workerKeyPrefix)) {
    const host = findWorker(store, sent);
    if (host !== undefined) return { kind: 'workerKey', host };
  }
  const key = findStoredKey(store, sent);
  return key && { kind: 'serviceKey', key };
}
