import * as z from 'zod';
import { withScheme } from '../base/address.ts';
import { SightlineError, ValueError } from '../base/errors.ts';
import type { BoundKey } from '../platform/platformClient.ts';
import { publicService, serviceAddress, type ServiceAddress } from '../platform/serviceAddress.ts';
import { cleanKey } from '../platform/serviceKey.ts';
import type { Keeper } from './config/keyStore.ts';
import { keyFromFile, keyFromVariable } from './input/givenKey.ts';
import type { Session } from './session.ts';

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

/** The service that is meant: by option, by environment, by the last login; else the public one. */
export async function serviceInUse({ env, folder }: Session, given?: string): Promise<ServiceAddress> {
  const stated = given ?? env.SIGHTLINE_SERVICE?.trim();
  if (stated) return addressOf(stated);
  const saved = await folder.read(serviceFile, lastLogin);
  return serviceAddress(saved?.address ?? publicService);
}

/** Makes it the service of the last login. */
export async function rememberService({ folder }: Session, { base }: ServiceAddress): Promise<void> {
  await folder.write(serviceFile, { address: base });
}

/** Takes that back, where it is this one. */
export async function forgetService({ folder }: Session, { origin }: ServiceAddress): Promise<void> {
  const saved = await folder.read(serviceFile, lastLogin);
  if (saved !== undefined && serviceAddress(saved.address).origin === origin)
    await folder.remove(serviceFile);
}

/** The variable whose key goes to the service at `origin`. The public service's goes to no other. */
export function serviceKeyVariable(origin: string): string {
  return origin === publicService ? 'ULTRALYTICS_API_KEY' : 'SIGHTLINE_API_KEY';
}

/**
 * The key for a service: given, else from the environment, else saved.
 * @throws {SightlineError} `missingKey` where there is none, `keyRejected` where what is there is no key.
 */
export async function requireServiceKey(
  session: Session,
  { base, origin }: ServiceAddress,
  keyFile?: string,
): Promise<FoundServiceKey> {
  const found = await findServiceKey(session, origin, keyFile);
  if (found !== undefined) return found;
  const service = base === publicService ? '' : ` --service ${base}`;
  throw new SightlineError('missingKey', `There is no key for the service at ${origin}.`, {
    hint: `Log in with "sightline login${service}", or set ${serviceKeyVariable(origin)}.`,
  });
}

/** The same, or undefined where there is none. */
export async function findServiceKey(
  session: Session,
  origin: string,
  keyFile?: string,
): Promise<FoundServiceKey | undefined> {
  if (keyFile !== undefined)
    return { key: await keyFromFile(session, keyFile, cleanKey), origin, source: 'given' };
  const variable = serviceKeyVariable(origin);
  const value = isKeyOfAnother(session, origin) ? undefined : session.env[variable]?.trim();
  if (value)
    return {
      key: keyFromVariable(session, { variable: variable, value: value }, cleanKey),
      origin,
      source: 'environment',
      variable,
      // Who states the service beside the key has said where it belongs.
      bound: Boolean(session.env.SIGHTLINE_SERVICE?.trim()),
    };
  const saved = await session.keys.find('service', origin);
  if (saved === undefined) return undefined;
  session.out.hide(saved.key);
  return { ...saved, source: 'saved', bound: true };
}

/** Whether the environment itself says that its key belongs to another service. */
function isKeyOfAnother({ env }: Session, origin: string): boolean {
  const stated = env.SIGHTLINE_SERVICE?.trim();
  if (!stated || origin === publicService) return false;
  return addressOf(stated).origin !== origin;
}

/** The address of a service as people write it, who leave the scheme away. */
function addressOf(stated: string): ServiceAddress {
  const address = withScheme(stated);
  if (!URL.canParse(address)) throw new ValueError(`--service takes an address like ${publicService}.`);
  return serviceAddress(address);
}
