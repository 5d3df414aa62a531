/** Hosts of Azure on which a key goes in a header of its own. */
const azureHosts: readonly string[] = [
  ...['.openai.azure.com', '.openai.azure.us', '.openai.azure.cn'],
  ...['.cognitiveservices.azure.com', '.services.ai.azure.com'],
];

/** Whether an address is Azure's: by its host, or by the path of a deployment, as gateways before Azure keep it. */
export function isAzure(url: string | URL | undefined): url is string | URL {
  const { hostname, pathname } = URL.parse(String(url)) ?? { hostname: '', pathname: '' };
  return azureHosts.some(host => hostname.endsWith(host)) || pathname.includes('/openai/deployments/');
}

/** The header by which a server at an address takes a key. A token of Microsoft Entra, a JWT, is no key. */
export function keyHeaders(url: string | URL, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  const isToken = apiKey.startsWith('eyJ') && apiKey.split('.').length === 3;
  return isAzure(url) && !isToken ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
}
