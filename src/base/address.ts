/**
 * Whether a host name means this machine: `localhost` and the names below it, with or without the dot of the root,
 * 127.0.0.0/8 in any of its spellings, and ::1, also in brackets and as an IPv4 address within IPv6. Not 0.0.0.0 and
 * ::, which are all addresses of a machine where a server binds them.
 * @param hostname As an URL has it or as a person writes it, without a port.
 */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!/^[\w.:-]+$/.test(name)) return false;
  const canonical = URL.parse(`http://${name.includes(':') ? `[${name}]` : name}`)?.hostname;
  return (
    canonical !== undefined &&
    (/^(?:.+\.)?localhost\.?$/.test(canonical) ||
      /^127(?:\.\d+){3}$/.test(canonical) ||
      /^\[(?:::1|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\]$/.test(canonical))
  );
}

/**
 * Scheme, host and port of an address: what its key is bound to.
 * @throws {TypeError} where it is no address.
 */
export function originOf(address: string): string {
  return new URL(address).origin;
}

/** Whether a key may travel to an address: encrypted anywhere, in plain http only within this machine. */
export function mayCarryKey(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/**
 * Whether a request with a key may be led from one service to another: to a different origin, encrypted, or within this
 * machine where it already is there. An address with a user or a password in it is none of a service.
 */
export function mayBeLed(from: URL, to: URL): boolean {
  const isLocal = isLoopback(to.hostname);
  return (
    to.origin !== from.origin &&
    mayCarryKey(to.href) &&
    (!isLocal || isLoopback(from.hostname)) &&
    to.username + to.password === ''
  );
}

/** An address that was written without its scheme, with it: http for this machine, otherwise https. */
export function withScheme(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address;
  const hostname = URL.parse(`https://${address}`)?.hostname;
  return `${hostname !== undefined && isLoopback(hostname) ? 'http' : 'https'}://${address}`;
}

/** An address below that of an API; a query that the API's address has stays. */
export function addressBelow(baseURL: string | URL, path: string): URL {
  const url = new URL(baseURL);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  return url;
}

/** Whether a text is an address of the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** An address as it is shown: without what may be secret in it. */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? 'at a web address' : `${url.origin}${url.pathname}`;
}
