/** Names in the secret store. */
export const secretNames = {
  serviceKey: (origin: string) => `sightline.serviceKey.${origin}`,
  providerKey: (origin: string) => `sightline.providerKey.${origin}`,
  providerOrigins: 'sightline.providerKeys',
  serviceOrigins: 'sightline.serviceKeys',
} as const;

/** Whether `name` is one of those that {@link secretNames} makes for providers. */
export function isProviderSecret(name: string): boolean {
  return name.startsWith('sightline.providerKey');
}

/** Whether `name` is one of those that {@link secretNames} makes for services. */
export function isServiceSecret(name: string): boolean {
  return name.startsWith('sightline.serviceKey');
}
