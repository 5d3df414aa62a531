import { SightlineError } from '../base/errors.ts';
import { mayCarryKey, originOf } from '../base/address.ts';
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
  const key = await findKey(session, provider, keyFile);
  if (key !== undefined) {
    session.out.hide(key);
    assertMayTravel(provider);
  } else if (provider.needsKey) throw missing(provider);
  return key;
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

async function findKey(session: Session, provider: Provider, keyFile?: string): Promise<string | undefined> {
  if (provider.id === gatewayId) {
    const service = serviceAddress(provider.baseURL.replace(/\/api\/v1$/, ''));
    return (await requireServiceKey(session, service, keyFile)).key;
  }
  if (keyFile !== undefined) return keyFromFile(session, keyFile, cleanProviderKey);
  return keyFromEnvironment(session, provider) ?? (await savedKey(session, provider));
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
