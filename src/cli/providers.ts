import * as z from 'zod';
import { isLoopback, originOf } from '../base/address.ts';
import { nearest } from '../base/nearest.ts';
import { normalizeBaseURL } from '../inference/providers/baseUrl.ts';
import { atAddress } from '../inference/providers/pastedAddress.ts';
import { gatewayId, gatewayProvider } from '../inference/providers/gatewayProvider.ts';
import type { Provider } from '../inference/providers/provider.ts';
import {
  isBuiltIn,
  knownProviders,
  offlineProvider,
  providerFromSetting,
} from '../inference/providers/providers.ts';
import { UsageError } from './usageError.ts';
import { serviceInUse } from '../platform/saved/savedLogin.ts';
import type { Session } from './session.ts';

/** What was saved of a provider: an address of a known one, or all of the person's own. */
const savedProvider = z.looseObject({ id: z.string(), baseUrl: z.string() });

/** A provider of the person's own, or another address of a known one, as it is saved. */
export interface ProviderSetting {
  id: string;
  baseUrl: string;
  apiFormat?: string;
  keyVariable?: string;
  needsKey?: boolean;
  takesImages?: boolean;
}

/** What the service calls the describer that is also in this program. */
const describerOfService = 'offline/describer';

/**
 * The model of the offline describer, which has only one.
 * @throws {UsageError} for any other.
 */
export function offlineModel(given: string | undefined): string {
  const { model } = offlineProvider;
  if (given === undefined || given === model || given === describerOfService) return model;
  throw new UsageError(`The offline describer has one model, ${model}.`);
}

/**
 * All providers: the known ones, at the person's own addresses where some were set, the person's own, and the gateway
 * of the service in use.
 */
export async function allProviders(session: Session, service?: string): Promise<Provider[]> {
  const providers = new Map(knownProviders.map(known => [known.id, known]));
  for (const name of await session.folder.names('provider-')) {
    const setting = await session.folder.read(name, savedProvider);
    if (setting !== undefined) providers.set(setting.id, providerOf(setting));
  }
  providers.set(gatewayId, gatewayProvider((await serviceInUse(session, service)).base));
  return [...providers.values()];
}

/**
 * The provider of that name, or the one at that address: a known one, or a server that needs no key.
 * @throws {UsageError} where there is none.
 */
export async function findProvider(session: Session, id: string, service?: string): Promise<Provider> {
  const providers = await allProviders(session, service);
  const baseURL = isAddress(id) ? normalizeBaseURL(id) : undefined;
  const found = providers.find(provider => provider.id === id || provider.baseURL === baseURL);
  const provider = found ?? (baseURL === undefined ? undefined : serverAt(baseURL));
  if (provider !== undefined)
    return baseURL === undefined ? provider : atAddress(provider, { address: id, baseURL });
  const names = providers.map(({ id: name }) => name);
  const meant = nearest(id.toLowerCase(), names);
  const advice = `Providers: ${names.join(', ')}, or the address of a server.`;
  throw new UsageError(
    ['Unknown provider.', ...(meant === undefined ? [] : [`Did you mean ${meant}?`]), advice].join(' '),
  );
}

/** Whether it is an address, with a scheme or a port, and no name. */
function isAddress(text: string): boolean {
  return /:\/\/|:\d+(?:\/|$)/.test(text);
}

/** A server that was named by its address alone; its key is the one saved for its origin, if any. */
function serverAt(baseURL: string): Provider {
  return {
    id: baseURL,
    label: new URL(baseURL).host,
    baseURL,
    api: 'chat.completions',
    needsKey: false,
    takesImages: true,
    local: isLoopback(new URL(baseURL).hostname),
  };
}

/** The known provider at another address, or one of the person's own. */
export function providerOf(setting: { id: string; baseUrl: string }): Provider {
  const known = knownProviders.find(({ id }) => id === setting.id);
  if (known === undefined) return providerFromSetting(setting);
  return atAddress(known, { address: setting.baseUrl, baseURL: normalizeBaseURL(setting.baseUrl) });
}

/** Saves a provider's address and what goes with it. */
export async function saveProvider({ folder }: Session, setting: ProviderSetting): Promise<void> {
  await folder.write(`provider-${setting.id}`, setting);
}

/** Forgets an address or a provider of the person's own; says whether there was one. */
export async function forgetProvider({ folder }: Session, id: string): Promise<boolean> {
  return /^[a-z0-9-]+$/.test(id) && folder.remove(`provider-${id}`);
}

/** Refuses to change what has no address or key of its own. */
export function assertSettable(id: string): void {
  if (id === gatewayId)
    throw new UsageError('The key of the service is set by "sightline login", its address by --service.');
  const builtIn = knownProviders.find(provider => provider.id === id && isBuiltIn(id));
  if (builtIn !== undefined) throw new UsageError(`${builtIn.label} has neither address nor key.`);
}

/**
 * The variable that may hold the provider's key. A known provider's holds a key for its own address: another address
 * gets it only where the provider has no usual one.
 */
export function keyVariableOf({ id, baseURL, keyVariable }: Provider): string | undefined {
  const usual = knownProviders.find(known => known.id === id)?.baseURL;
  return usual && originOf(usual) !== originOf(baseURL) ? undefined : keyVariable;
}
