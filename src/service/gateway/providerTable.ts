import { isBuiltIn } from '../../inference/providers/providers.ts';
import type { Provider } from '../../inference/providers/provider.ts';

/** The providers that a workspace of this service may connect: those on this machine only where it serves it alone. */
export function offered(service: { providers: readonly Provider[]; localProviders: boolean }): Provider[] {
  return service.providers.filter(({ id, local }) => !isBuiltIn(id) && (service.localProviders || !local));
}
