import { httpFetch, type Fetch } from '../../base/node/transport.ts';
import { watchedFetch } from '../../base/node/idleTimeout.ts';

/** Milliseconds without a byte until a request counts as lost, where nobody says otherwise. */
const defaultTimeoutMs = 600_000;

/** How requests leave: through which function, and how long silence is borne. */
export interface Connection {
  fetch?: Fetch | undefined;
  timeoutMs?: number | undefined;
}

/** `fetch` with our time-out, over our transport or the one given. */
export function connect({ fetch = httpFetch, timeoutMs = defaultTimeoutMs }: Connection): Fetch {
  return watchedFetch(fetch, timeoutMs);
}
