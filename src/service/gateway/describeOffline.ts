import type { ProviderFetch } from './fetchProvider.ts';

/** The offline describer in the place of a provider; it is loaded with the first picture, since it brings sharp. */
export const describeOffline: ProviderFetch = async (url, { method, headers, body, signal }) => {
  const { createOfflineDescriber } = await import('../../inference/offline/describer.ts');
  return createOfflineDescriber()(new Request(url, { method, headers, body: body ?? null, signal }));
};
