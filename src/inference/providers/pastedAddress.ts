import { withScheme } from '../../base/address.ts';
import { trimEnd } from '../../base/trimEnd.ts';
import type { ApiFormat } from '../api/apiFormat.ts';

/**
 * The API that an address names, as people paste it from a provider's page: `…/chat/completions`, `…/responses`, or Azure's
 * `…/openai/deployments/NAME`, below which there is only chat. `undefined` where it names none.
 */
export function apiOfAddress(text: string): ApiFormat | undefined {
  const path = trimEnd(URL.parse(withScheme(text.trim().replaceAll(/["']/g, '')))?.pathname ?? '', '/');
  if (path.endsWith('/responses')) return 'responses';
  return path.endsWith('/chat/completions') || path.includes('/openai/deployments/')
    ? 'chat.completions'
    : undefined;
}

/** A provider at another address, which may say which API is to be used there. */
export function atAddress<P extends { api: ApiFormat; baseURL: string }>(
  provider: P,
  { address, baseURL }: { address: string; baseURL: string },
): P {
  return { ...provider, baseURL, api: apiOfAddress(address) ?? provider.api };
}

/** Where a resource of Azure has what is no deployment's: its models, files and batches. */
export function aboveDeployment(baseURL: string): string {
  const url = new URL(baseURL);
  const at = url.pathname.indexOf('/openai/deployments/');
  if (at >= 0) url.pathname = url.pathname.slice(0, at + '/openai'.length);
  return url.href;
}
