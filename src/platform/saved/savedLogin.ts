import * as z from 'zod';
import { withScheme } from '../../base/address.ts';
import type { Environment } from '../../base/environment.ts';
import { ValueError } from '../../base/errors.ts';
import { keyInVariable } from '../keyInVariable.ts';
import type { BoundKey } from '../platformClient.ts';
import { publicService, serviceAddress, type ServiceAddress } from '../serviceAddress.ts';
import { cleanKey } from '../serviceKey.ts';
import { ConfigFolder, configFolderPath } from './configFolder.ts';
import { openKeychain } from './keychain.ts';
import { KeyStore, type Keeper } from './keyStore.ts';

/** Where the address of the service and its key are found, if they are not given. */
export interface LoginPlaces {
  env: Environment;
  folder: ConfigFolder;
  keys: KeyStore;
}

/** A service key and where it was found. */
export interface FoundServiceKey extends BoundKey {
  source: 'given' | 'environment' | 'saved';
  /** The environment variable, where that is the source. */
  variable?: string;
  /** Where it is kept, if it was saved. */
  keptIn?: Keeper;
}

const serviceFile = 'service';
const lastLogin = z.object({ address: z.string() });

/** The places of this account on this machine: what the command line saves is found by other programs, too. */
export function openLoginPlaces(env: Environment): LoginPlaces {
  const folder = new ConfigFolder(configFolderPath(env));
  return { env, folder, keys: new KeyStore(folder, openKeychain(env)) };
}

/**
 * The service that is meant: the one given, else by environment, by the last login, or the public one.
 * @throws {ValueError} where what is stated is no address.
 */
export async function serviceInUse(
  { env, folder }: Pick<LoginPlaces, 'env' | 'folder'>,
  given?: string,
): Promise<ServiceAddress> {
  const stated = given ?? env.SIGHTLINE_SERVICE?.trim();
  if (stated) return addressOf(stated);
  const saved = await folder.read(serviceFile, lastLogin);
  return serviceAddress(saved?.address ?? publicService);
}

/** Makes it the service of the last login. */
export async function rememberService(
  { folder }: Pick<LoginPlaces, 'folder'>,
  { base }: ServiceAddress,
): Promise<void> {
  await folder.write(serviceFile, { address: base });
}

/** Takes that back, where it is this one. */
export async function forgetService(
  { folder }: Pick<LoginPlaces, 'folder'>,
  { origin }: ServiceAddress,
): Promise<void> {
  const saved = await folder.read(serviceFile, lastLogin);
  if (saved !== undefined && serviceAddress(saved.address).origin === origin)
    await folder.remove(serviceFile);
}

/** The variable whose key goes to the service at `origin`. The public service's goes to no other. */
export function serviceKeyVariable(origin: string): string {
  return origin === publicService ? 'ULTRALYTICS_API_KEY' : 'SIGHTLINE_API_KEY';
}

/**
 * The key for a service, from the environment, else saved; undefined where there is none.
 * @throws {SightlineError} `keyRejected` where the variable holds no key, `store` where what was saved cannot be read.
 */
export async function findServiceKey(
  { env, keys }: Pick<LoginPlaces, 'env' | 'keys'>,
  origin: string,
): Promise<FoundServiceKey | undefined> {
  const variable = serviceKeyVariable(origin);
  const value = isKeyOfAnother(env, origin) ? undefined : env[variable]?.trim();
  if (value)
    return {
      key: keyInVariable({ variable, value }, cleanKey),
      origin,
      source: 'environment',
      variable,
      // Who states the service beside the key has said where it belongs.
      bound: Boolean(env.SIGHTLINE_SERVICE?.trim()),
    };
  const saved = await keys.find('service', origin);
  return saved === undefined ? undefined : { ...saved, source: 'saved', bound: true };
}

/** Whether the environment itself says that its key belongs to another service. */
function isKeyOfAnother(env: Environment, origin: string): boolean {
  const stated = env.SIGHTLINE_SERVICE?.trim();
  if (!stated || origin === publicService) return false;
  return addressOf(stated).origin !== origin;
}

/** The address of a service as people write it, who leave the scheme away. */
function addressOf(stated: string): ServiceAddress {
  const address = withScheme(stated);
  if (!URL.canParse(address))
    throw new ValueError(`The address of a service is one like ${publicService}.`, {
      remedy: { kind: 'correctServiceAddress' },
    });
  return serviceAddress(address);
}
