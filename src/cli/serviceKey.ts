import { SightlineError } from '../base/errors.ts';
import {
  findServiceKey as findKey,
  serviceKeyVariable,
  type FoundServiceKey,
} from '../platform/saved/savedLogin.ts';
import { publicService, type ServiceAddress } from '../platform/serviceAddress.ts';
import { cleanKey } from '../platform/serviceKey.ts';
import { keyFromFile } from './input/givenKey.ts';
import type { Session } from './session.ts';

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
  const value = session.env[serviceKeyVariable(origin)]?.trim();
  if (value) session.out.hide(value);
  const found = await findKey(session, origin);
  if (found !== undefined) session.out.hide(found.key);
  return found;
}
