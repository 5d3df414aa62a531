import { isLoopback, mayCarryKey } from '../../base/address.ts';
import { SightlineError } from '../../base/errors.ts';
import { normalizeBaseURL } from '../../inference/providers/baseUrl.ts';
import { ServiceError } from '../http/serviceError.ts';
import { isAllowedHost, isClosedLiteral } from '../../base/node/publicGuard.ts';

/**
 * The address of a provider in its one spelling. It must be https, since a key goes there, or on this machine. Where
 * the service is shared, what is not open to all is refused unless its owner allows it by name, so that members of a
 * team cannot ask around behind it: here as far as the address itself says it, at the time of connecting by where its
 * name leads ({@link publicGuard}).
 * @throws {ServiceError} 400
 */
export function providerAddress(
  text: string,
  service: { localProviders: boolean; allowedHosts: readonly string[] },
): string {
  let address: string;
  try {
    address = normalizeBaseURL(text);
  } catch (error) {
    if (error instanceof SightlineError) throw new ServiceError(400, `baseUrl: ${error.message}`);
    throw error;
  }
  if (!mayCarryKey(address)) throw new ServiceError(400, 'baseUrl: it must begin with https://');
  const url = new URL(address);
  const closed = isLoopback(url.hostname) || isClosedLiteral(url);
  if (closed && !service.localProviders && !isAllowedHost(url, service.allowedHosts))
    throw new ServiceError(
      400,
      'baseUrl: a shared service does not connect to internal addresses unless its owner allows them with --allow-provider-host',
    );
  return address;
}
