import { isLoopback, mayCarryKey } from '../../base/address.ts';
import { SightlineError } from '../../base/errors.ts';
import { normalizeBaseURL } from '../../inference/providers/baseUrl.ts';
import { ServiceError } from '../http/serviceError.ts';

/**
 * The address of a provider in its one spelling. It must be https, since a key goes there, or on this machine; the
 * latter only where the service is for this machine alone, so that members of a team cannot ask around behind it.
 * @throws {ServiceError} 400
 */
export function providerAddress(text: string, localProviders: boolean): string {
  let address: string;
  try {
    address = normalizeBaseURL(text);
  } catch (error) {
    if (error instanceof SightlineError) throw new ServiceError(400, `baseUrl: ${error.message}`);
    throw error;
  }
  if (!mayCarryKey(address)) throw new ServiceError(400, 'baseUrl: it must begin with https://');
  if (isLoopback(new URL(address).hostname) && !localProviders)
    throw new ServiceError(400, 'baseUrl: providers on the machine of a shared service cannot be connected');
  return address;
}
