import { invalidKey } from '../http/serviceError.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { getServiceKey } from '../store/serviceKeys.ts';

/** Requests that are under way to a provider, so that the revocation of their key ends them too. */
export interface LiveRequests {
  /** Notes a request; its signal fires when its key is revoked. `end` is called when it is over. */
  begin: (keyId: string) => { signal: AbortSignal; end: () => void };
  /** Ends all requests of a key. */
  endKey: (keyId: string) => void;
  /** How many there are. */
  count: () => number;
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
  return {
    begin: keyId => {
      const controller = new AbortController();
      const controllers = byKey.get(keyId) ?? new Set();
      byKey.set(keyId, controllers.add(controller));
      const end = () => {
        controllers.delete(controller);
        if (controllers.size === 0 && byKey.get(keyId) === controllers) byKey.delete(keyId);
      };
      return { signal: controller.signal, end };
    },
    endKey,
    count: () => [...byKey.values()].reduce((sum, controllers) => sum + controllers.size, 0),
    close: () => clearInterval(timer),
  };
}
