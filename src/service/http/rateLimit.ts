// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./rateLimiterMemory.d.ts" />
import { createHmac, randomBytes } from 'node:crypto';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { ServiceError } from './serviceError.ts';
import type { SharedCounters } from './sharedCounters.ts';

/** Requests in a minute per key and category; the first six are the public service's, `dedicated` is an endpoint's own. */
export const defaultRateLimits = {
  default: 100,
  training: 10,
  upload: 10,
  predict: 20,
  export: 20,
  download: 30,
  gateway: 100,
  metrics: 300,
  answers: 600,
  dedicated: 600,
};

/** What a request counts as. */
export type RateCategory = keyof typeof defaultRateLimits;
/** Requests in a minute, where they differ from the defaults. */
export type RateLimitSettings = Partial<Record<RateCategory, number>>;

/** Counts requests, together with other processes where there are shared counters. */
export interface RateLimits {
  /**
   * Counts one request of a caller who is known.
   * @throws {ServiceError} 429 with Retry-After and X-RateLimit-Reset.
   */
  take: (callerId: string, category: RateCategory) => Promise<void>;
  /**
   * The same for a request that showed a key or the token of a link which is none, by the address it came from. Keys
   * and links are counted apart, so that nobody keeps others from signing in by guessing keys.
   */
  takeUnknown: (address: string, shown: 'key' | 'link') => Promise<void>;
}

/** Counters for addresses: a fixed number, so that a flood from many addresses takes no memory. */
const slots = 4096;

/** Makes the counters. Those of known callers vanish after a minute, so that there are never more than keys in use. */
export function createRateLimits(settings: RateLimitSettings = {}, shared?: SharedCounters): RateLimits {
  const points = { ...defaultRateLimits, ...settings };
  const limiter = (name: string, limit: number): Limiter => ({
    name,
    limit,
    own: new RateLimiterMemory({ points: limit, duration: 60 }),
    shared,
  });
  const limiters = Object.fromEntries(
    Object.entries(points).map(([category, limit]) => [category, limiter(category, limit)]),
  ) as Record<RateCategory, Limiter>;
  const unknown = { key: limiter('unknown key', points.default), link: limiter('link', points.default) };
  const salt = shared?.salt() ?? randomBytes(16);
  return {
    take: (callerId, category) => consume(limiters[category], callerId),
    takeUnknown: (address, shown) => {
      const hash = createHmac('sha256', salt).update(network(address)).digest();
      return consume(unknown[shown], String(hash.readUInt32BE() % slots));
    },
  };
}

/** One kind of counters. */
interface Limiter {
  name: string;
  limit: number;
  /** Counts for this process, where the shared counters cannot. */
  own: RateLimiterMemory;
  shared: SharedCounters | undefined;
}

async function consume({ name, limit, own, shared }: Limiter, key: string): Promise<void> {
  const counted = shared?.add(`${name} ${key}`);
  if (counted !== undefined) {
    if (counted.count > limit) throw exceeded(counted.endsAt - Date.now());
    return;
  }
  try {
    await own.consume(key);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    throw exceeded((refusal as RateLimiterRes).msBeforeNext);
  }
}

function exceeded(msBeforeNext: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ServiceError(429, 'Rate limit exceeded', {
    'Retry-After': String(seconds),
    'X-RateLimit-Reset': new Date(Date.now() + msBeforeNext).toISOString(),
  });
}

/** One household or server has a whole /64 of IPv6 addresses to choose from. */
function network(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}
