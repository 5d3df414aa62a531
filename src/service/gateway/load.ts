import { ServiceError } from '../http/serviceError.ts';

/** What the gateway bears at a time. */
export interface LoadLimits {
  /** Bytes of bodies that it holds, of requests and answers, in all and for one key. */
  bytes: number;
  bytesOfKey: number;
  /** Requests of one key that are open. */
  openOfKey: number;
}

/** Two of the largest bodies for a key, and so much in all that it fits into a small machine. */
export const defaultLoadLimits: LoadLimits = {
  bytes: 128 * 1024 * 1024,
  bytesOfKey: 64 * 1024 * 1024,
  openOfKey: 64,
};

/** The part of the gateway that one request takes up. */
export interface Share {
  /**
   * Takes room for bytes that are about to be held.
   * @throws {ServiceError} 503 with Retry-After where there is none.
   */
  take: (bytes: number) => void;
  /** Gives all back; to be called once the request is over. */
  end: () => void;
}

/** Counts what is under way. Each process counts for itself. */
export interface GatewayLoad {
  /**
   * Opens a request of a key.
   * @throws {ServiceError} 429 with Retry-After where too many of its requests are open.
   */
  open: (keyId: string) => Share;
}

/** Starts counting. */
export function createGatewayLoad(limits: LoadLimits = defaultLoadLimits): GatewayLoad {
  const keys = new Map<string, { open: number; bytes: number }>();
  let bytes = 0;
  return {
    open: keyId => {
      const key = keys.get(keyId) ?? { open: 0, bytes: 0 };
      if (key.open >= limits.openOfKey)
        throw new ServiceError(429, 'Too many concurrent requests with this key', { 'Retry-After': '1' });
      keys.set(keyId, key);
      key.open += 1;
      let taken = 0;
      let over = false;
      return {
        take: more => {
          if (bytes + more > limits.bytes || key.bytes + more > limits.bytesOfKey) throw busy();
          bytes += more;
          key.bytes += more;
          taken += more;
        },
        end: () => {
          if (over) return;
          over = true;
          bytes -= taken;
          key.bytes -= taken;
          key.open -= 1;
          if (key.open === 0) keys.delete(keyId);
        },
      };
    },
  };
}

function busy(): ServiceError {
  return new ServiceError(503, 'The service is busy; please try again', { 'Retry-After': '1' });
}
