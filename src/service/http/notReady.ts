import type { ServiceDependencies } from '../context.ts';
import { storeAnswers } from '../store/openStore.ts';

/** Why no requests should be sent here now; undefined where they should. */
export function notReady({
  store,
  draining,
}: Pick<ServiceDependencies, 'store' | 'draining'>): string | undefined {
  if (draining()) return 'shutting down';
  return storeAnswers(store) ? undefined : 'the database does not answer';
}
