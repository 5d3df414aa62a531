/** Settings that send every question to a test provider; its models take pictures and need no key. */
export function settingsFor(providerUrl: string): Record<string, unknown> {
  return {
    'sightline.providers': [{ id: 'test', label: 'Test Provider', baseUrl: providerUrl, needsKey: false }],
    'sightline.provider': 'test',
    'sightline.model': 'test-model',
  };
}
