import { SightlineError } from '../base/errors.ts';
import { mayCarryKey, originOf } from '../base/address.ts';
import { ledFetch } from '../base/node/ledFetch.ts';
import { httpFetch } from '../base/node/transport.ts';
import { present } from '../base/present.ts';
import type { Destination } from '../inference/api/question.ts';
import { gatewayId } from '../inference/providers/gatewayProvider.ts';
import type { Provider } from '../inference/providers/provider.ts';
import { cleanProviderKey } from '../platform/providerKey.ts';
import { serviceAddress } from '../platform/serviceAddress.ts';
import { keyFromFile, keyFromVariable } from './input/givenKey.ts';
import { keyVariableOf } from './providers.ts';
import { requireServiceKey } from './serviceKey.ts';
import type { Session } from './session.ts';

/**
 * The key that goes to a provider: given, else from its environment variable, else saved for its origin; the service's
 * key for its gateway. Undefined where the provider needs none and none was given or saved.
 * @throws {SightlineError} `missingKey`, or `badRequest` where others could read it on the way.
 */
export async function keyFor(
  session: Session,
  provider: Provider,
  keyFile?: string,
): Promise<string | undefined> {
  return (await accessTo(session, provider, keyFile)).apiKey;
}

/** The same key with the transport of what is asked with it, where that is not the usual one. */
export async function accessTo(
  session: Session,
  provider: Provider,
  keyFile?: string,
): Promise<Pick<Destination, 'apiKey' | 'fetch'>> {
  const { key, bound } = await findKey(session, provider, keyFile);
  if (key !== undefined) {
    session.out.hide(key);
    assertMayTravel(provider);
  } else if (provider.needsKey) throw missing(provider);
  // A service of several regions leads to that of the key.
  return { ...present({ apiKey: key }), ...(bound ? {} : { fetch: ledFetch(httpFetch) }) };
}

/** A key crosses a network only encrypted. */
export function assertMayTravel({ label, baseURL }: Provider): void {
  if (mayCarryKey(baseURL)) return;
  throw new SightlineError(
    'badRequest',
    `The key for ${label} is not sent to ${originOf(baseURL)}, because others could read it on the way.`,
    { hint: 'Use an address that starts with https://.' },
  );
}

async function findKey(
  session: Session,
  provider: Provider,
  keyFile?: string,
): Promise<{ key: string | undefined; bound: boolean }> {
  if (provider.id === gatewayId) {
    const service = serviceAddress(provider.baseURL.replace(/\/api\/v1$/, ''));
    const { key, bound = false } = await requireServiceKey(session, service, keyFile);
    return { key, bound };
  }
  const key =
    keyFile === undefined
      ? (keyFromEnvironment(session, provider) ?? (await savedKey(session, provider)))
      : await keyFromFile(session, keyFile, cleanProviderKey);
  return { key, bound: true };
}

async function savedKey({ keys }: Session, { baseURL }: Provider): Promise<string | undefined> {
  return (await keys.find('provider', originOf(baseURL)))?.key;
}

function keyFromEnvironment(session: Session, provider: Provider): string | undefined {
  const variable = keyVariableOf(provider);
  const value = variable === undefined ? undefined : session.env[variable]?.trim();
  if (variable === undefined || !value) return undefined;
  return keyFromVariable(session, { variable, value }, cleanProviderKey);
}

function missing(provider: Provider): SightlineError {
  const variable = keyVariableOf(provider);
  return new SightlineError(
    'missingKey',
    `${provider.label} needs a key, and none is saved for ${originOf(provider.baseURL)}.`,
    {
      hint: `Save one with "sightline provider set ${provider.id}"${variable === undefined ? '.' : `, or set ${variable}.`}`,
    },
  );
}
