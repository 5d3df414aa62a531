import { isLoopback } from '../../base/address.ts';
import type { Provider } from './provider.ts';

/** The id of {@link gatewayProvider}, which no provider of the person's own may take. */
export const gatewayId = 'service';

/**
 * The gateway of a platform service as one more provider: the service key is its key, and its models are named
 * `provider/model`.
 * @param base Address of the service, without a trailing slash.
 */
export function gatewayProvider(base: string): Provider {
  const { host, hostname } = new URL(base);
  return {
    id: gatewayId,
    label: `Service at ${host}`,
    baseURL: `${base}/api/v1`,
    // Every provider behind it speaks chat; Responses only some.
    api: 'chat.completions',
    needsKey: true,
    takesImages: true,
    local: isLoopback(hostname),
  };
}
