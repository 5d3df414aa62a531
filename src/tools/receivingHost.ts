import { isLoopback } from '../base/address.ts';
import { gatewayId } from '../inference/providers/gatewayProvider.ts';
import { isBuiltIn } from '../inference/providers/providers.ts';

/**
 * The host that an image goes to; undefined where it stays on this machine. A service's gateway sends it on, also one on this
 * machine.
 */
export function receivingHost({ id, baseURL }: { id: string; baseURL: string }): string | undefined {
  if (isBuiltIn(id)) return undefined;
  const url = new URL(baseURL);
  return isLoopback(url.hostname) && id !== gatewayId ? undefined : url.host;
}
