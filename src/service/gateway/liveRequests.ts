import { invalidKey, ServiceError } from '../http/serviceError.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { getServiceKey } from '../store/serviceKeys.ts';

/** A request that is under way. */
export interface LiveRequest {
  /** Fires when the request is stopped, by whatever reason. */
  signal: AbortSignal;
  /** Stops it; the reason is a {@link ServiceError} where the client is to be told. */
  stop: (reason: Error) => void;
  /** To be called once it is over. */
  end: () => void;
}

/** Requests that are under way to a provider, so that the revocation of their key ends them too. */
export interface LiveRequests {
  /** Notes a request, which ends when its key is revoked. */
  begin: (keyId: string) => LiveRequest;
  /** Ends all requests of a key. */
  endKey: (keyId: string) => void;
  /** How many there are. */
  count: () => number;
  /** Settles when all are over: those that are not by themselves after `milliseconds` are ended, and told why. */
  finish: (milliseconds: number) => Promise<void>;
  close: () => void;
}

/** Milliseconds between two looks whether another process on the data folder has revoked a key. */
const lookInterval = 500;

/** Starts watching. The look costs a read of one counter, and happens only while something is under way. */
export function trackLiveRequests(store: ServiceStore): LiveRequests {
  const byKey = new Map<string, Set<AbortController>>();
  const endKey = (keyId: string) => byKey.get(keyId)?.forEach(controller => controller.abort(invalidKey()));
  const version = () => store.database.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
  let seen = version();
  const look = () => {
    const now = version();
    if (now === seen) return;
    seen = now;
    for (const keyId of byKey.keys()) if (getServiceKey(store, keyId) === undefined) endKey(keyId);
  };
  const timer = setInterval(() => {
    if (byKey.size > 0) look();
  }, lookInterval);
  timer.unref();
  const count = () => [...byKey.values()].reduce((sum, controllers) => sum + controllers.size, 0);
  const waiting = new Set<() => void>();
  return {
    begin: keyId => {
      const controller = new AbortController();
      const controllers = byKey.get(keyId) ?? new Set();
      byKey.set(keyId, controllers.add(controller));
      const end = () => {
        controllers.delete(controller);
        if (controllers.size === 0 && byKey.get(keyId) === controllers) byKey.delete(keyId);
        if (byKey.size === 0) waiting.forEach(settle => settle());
      };
      return { signal: controller.signal, stop: reason => controller.abort(reason), end };
    },
    endKey,
    count,
    finish: async milliseconds => {
      if (byKey.size === 0) return;
      let late: NodeJS.Timeout | undefined;
      await new Promise<void>(resolve => {
        waiting.add(resolve);
        late = setTimeout(() => {
          for (const controllers of byKey.values())
            for (const controller of controllers) controller.abort(shuttingDown());
          resolve();
        }, milliseconds);
      });
      clearTimeout(late);
      waiting.clear();
    },
    close: () => clearInterval(timer),
  };
}

/** What a client is told whose request is not taken any more, or was not over in time. */
export function shuttingDown(): ServiceError {
  return new ServiceError(503, 'The service is shutting down; please try again', {
    'Retry-After': '5',
    Connection: 'close',
  });
}
