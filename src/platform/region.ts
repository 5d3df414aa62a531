import * as z from 'zod';

/** Regions that an account can have, as the contract names them. */
export const regionShape = z.enum(['us', 'eu', 'ap']);
/** Where an account's data lies. */
export type Region = z.infer<typeof regionShape>;

/** The prefix of keys that are made in a region: two letters and an underscore, as every service key begins. */
export function regionPrefix(region: Region): string {
  return `${region}_`;
}

/** The region that a key's own text names; undefined for a key that was made where none is stated. */
export function regionOfKey(key: string): Region | undefined {
  return regionShape.options.find(region => key.startsWith(regionPrefix(region)));
}
