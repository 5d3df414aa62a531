import { ValueError } from '../base/errors.ts';
import { trimEnd } from '../base/trimEnd.ts';
import { t } from '../base/l10n.ts';

/** The public service. */
export const publicService = 'https://platform.ultralytics.com';

/** Where a service is. */
export interface ServiceAddress {
  /** What its paths are appended to, without a trailing slash; a path prefix stays. */
  base: string;
  /** Scheme, host and port: what its keys are bound to. */
  origin: string;
}

/** Reads the address of a service as people write it; a ValueError says what is wrong with it. */
export function serviceAddress(text: string): ServiceAddress {
  const url = parse(text.trim());
  if (url.username !== '' || url.password !== '') {
    throw new ValueError(t('The address of the service must not hold a user or a password.'));
  }
  return { base: `${url.origin}${trimEnd(url.pathname, '/')}`, origin: url.origin };
}

/** Whether two texts name the same service. What is no address names none. */
export function sameAddress(one: string, other: string): boolean {
  const [first, second] = [one, other].map(text => URL.canParse(text.trim()) && serviceAddress(text).base);
  return first !== false && first === second;
}

/** The page where people make, copy and revoke their keys. */
export function keysPage(address: ServiceAddress): string {
  return `${address.base}/settings?tab=api-keys`;
}

function parse(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new ValueError(t('The address of the service is not one that starts with https:// or http://.'), {
      remedy: { kind: 'correctServiceAddress' },
    });
  }
  return url;
}
