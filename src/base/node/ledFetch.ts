import { mayBeLed } from '../address.ts';
import type { Fetch } from './transport.ts';

/** Status of a service that has no data of this key: it lies in another region. */
const misdirected = 421;

/**
 * `fetch` that follows a service once to the region that a key belongs to: what is asked is asked again at the address
 * that the 421 names in `Location`, where {@link mayBeLed} lets it go there. What follows goes there at once. A region
 * that leads further is not followed: its 421 is the answer.
 * @param onLed Told the origin that has answered instead.
 */
export function ledFetch(fetch: Fetch, onLed?: (origin: string) => void): Fetch {
  let led: { from: string; to: string } | undefined;
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    if (led?.from === asked.origin) return fetch(at(led.to, asked), init);
    const answer = await fetch(input, init);
    const next = regionOf(answer, asked);
    if (next === undefined || input instanceof Request || init?.body instanceof ReadableStream) return answer;
    await answer.body?.cancel();
    const second = await fetch(next, init);
    if (second.status === misdirected) return second;
    led = { from: asked.origin, to: next.origin };
    onLed?.(next.origin);
    return second;
  };
}

/** The address of another region that an answer names; undefined where it names none that may be followed. */
function regionOf({ status, headers }: Response, asked: URL): URL | undefined {
  const location = status === misdirected ? headers.get('location') : null;
  const next = location === null ? null : URL.parse(location);
  return next !== null && mayBeLed(asked, next) ? next : undefined;
}

function at(origin: string, { pathname, search }: URL): URL {
  return new URL(pathname + search, origin);
}
