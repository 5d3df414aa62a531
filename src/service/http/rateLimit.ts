// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./rateLimiterMemory.d.ts" />
import { createHmac, randomBytes } from 'node:crypto';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { ServiceError } from './serviceError.ts';

/** Requests in a minute per key and category; the first six are the public service's. */
export const defaultRateLimits = {
  default: 100,
  training: 10,
  upload: 10,
  predict: 20,
  export: 20,
  download: 30,
  gateway: 100,
  metrics: 300,
};

/** What a request counts as. */
export type RateCategory = keyof typeof defaultRateLimits;
/** Requests in a minute, where they differ from the defaults. */
export type RateLimitSettings = Partial<Record<RateCategory, number>>;

/** Counts requests. Each process counts for itself. */
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
export function createRateLimits(settings: RateLimitSettings = {}): RateLimits {
  const points = { ...defaultRateLimits, ...settings };
  const limiters = Object.fromEntries(
    Object.entries(points).map(([category, limit]) => [
      category,
      new RateLimiterMemory({ points: limit, duration: 60 }),
    ]),
  ) as Record<RateCategory, RateLimiterMemory>;
  const unknown = {
    key: new RateLimiterMemory({ points: points.default, duration: 60 }),
    link: new RateLimiterMemory({ points: points.default, duration: 60 }),
  };
  const salt = randomBytes(16);
  return {
    take: (callerId, category) => consume(limiters[category], callerId),
    takeUnknown: (address, shown) => {
      const hash = createHmac('sha256', salt).update(network(address)).digest();
      return consume(unknown[shown], String(hash.readUInt32BE() % slots));
    },
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    const { msBeforeNext } = refusal as RateLimiterRes;
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    throw new ServiceError(429, 'Rate limit exceeded', {
      'Retry-After': String(seconds),
      'X-RateLimit-Reset': new Date(Date.now() + msBeforeNext).toISOString(),
    });
  }
}

/** One household or server has a whole /64 of IPv6 addresses to choose from. */
function network(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}
