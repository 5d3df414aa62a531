import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopback } from '../address.ts';
import { isPublicAddress } from './ipRange.ts';
import type { Guard } from './transport.ts';

/** An address that is not connected to. */
export class AddressRefused extends Error {
  constructor(remedy: string) {
    super(`the address is not public; ${remedy}`);
    this.name = 'AddressRefused';
  }
}

/** Whether a host is allowed by name: `host`, for all its ports, or `host:port`. */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const hostname = url.hostname.replace(/\.$/, '');
  return allowed.some(name => {
    const host = name.toLowerCase();
    return host === hostname || host === `${hostname}:${port}`;
  });
}

/** Whether an IP address is open to all, and not this machine by its address there. */
export function isOpenToAll(ip: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
  return isPublicAddress(ip) && !own.some(({ address }) => address === ip);
}

/**
 * Keeps requests to addresses that others name from what lies on this machine and behind it. Judged is the IP address to which
 * a name leads, when it is connected to; a name in public hands may lead anywhere, and elsewhere a moment later.
 * @param allowed hosts that are connected to wherever they lead.
 * @param remedy how a host is allowed, as {@link AddressRefused} says it.
 */
export function publicGuard(allowed: readonly string[], remedy: string): Guard {
  const passes = (ip: string, url: URL) => isAllowedHost(url, allowed) || isOpenToAll(ip);
  return {
    check: (ip, url) => {
      if (!passes(ip, url)) throw new AddressRefused(remedy);
    },
    lookup: url => (hostname, options, callback) => {
      dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
        const open = error ? [] : addresses.filter(({ address }) => passes(address, url));
        const [first] = open;
        if (error) callback(error, []);
        else if (first === undefined) callback(new AddressRefused(remedy), []);
        else if (options.all === true) callback(null, open);
        else callback(null, first.address, first.family);
      });
    },
    agents: { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) },
  };
}

/** Whether a host of an address is an IP address that is not open to all: that can be said without asking anybody. */
export function isClosedLiteral({ hostname }: URL): boolean {
  const ip = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(ip) !== 0 && !isOpenToAll(ip);
}

/** Whether an address, as it is written, leads to this machine or into a network behind it. */
export function isPrivateAddress(address: string): boolean {
  const url = URL.parse(address);
  return url === null || isLoopback(url.hostname) || isClosedLiteral(url) || !/[.:]/.test(url.hostname);
}
