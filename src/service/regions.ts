import { SightlineError, ValueError } from '../base/errors.ts';
import { mayCarryKey, originOf } from '../base/address.ts';
import { regionPrefix, regionShape } from '../platform/region.ts';
import type { Region } from '../platform/region.ts';
import { isPlainAddress } from './publicUrl.ts';
import type { ServiceStore } from './store/openStore.ts';

/** Addresses of regions, without a slash at their ends. */
export type RegionAddresses = Partial<Record<Region, string>>;

/** What a service is told of its region and of others. */
export interface RegionOptions {
  region?: Region;
  regions?: RegionAddresses;
  keyPrefix?: string;
  publicUrl?: string;
}

/** The region of a service, and where all of them are. */
export interface ServiceRegion {
  own: Region;
  /** Its own address is among them, once it is known. */
  addresses: () => RegionAddresses;
}

/**
 * Refuses regions that do not go together.
 * @throws {ValueError}
 */
export function checkRegions({ region, regions, keyPrefix, publicUrl }: RegionOptions): void {
  if (region === undefined && regions === undefined) return;
  const names = regionShape.options;
  if (region === undefined)
    throw new ValueError('With addresses of regions the service needs its own region, too.');
  for (const name of [region, ...Object.keys(regions ?? {})])
    if (!names.some(known => known === name))
      throw new ValueError(`There is no region “${name}”: the regions are ${names.join(', ')}.`);
  if (keyPrefix !== undefined && keyPrefix !== regionPrefix(region))
    throw new ValueError(
      `The keys of a region begin with its name, ${regionPrefix(region)}: leave the key prefix out.`,
    );
  const own = regions?.[region] ?? publicUrl;
  if (own !== undefined && publicUrl !== undefined && originOf(own) !== originOf(publicUrl))
    throw new ValueError(`The address of the own region, ${own}, is not the public URL, ${publicUrl}.`);
  const addresses = Object.entries({ ...regions, ...(own === undefined ? {} : { [region]: own }) });
  for (const [name, address] of addresses)
    if (!isPlainAddress(address) || !mayCarryKey(address))
      throw new ValueError(
        `The address of the region ${name} must be https:// and a host, without a path; http:// is for this machine only.`,
      );
  if (new Set(addresses.map(([, address]) => originOf(address))).size !== addresses.length)
    throw new ValueError('Two regions cannot have the same address.');
}

/** The regions as requests are answered by them; undefined for a service that has none. */
export function serviceRegion(
  { region, regions }: RegionOptions,
  ownAddress: () => string,
): ServiceRegion | undefined {
  if (region === undefined) return undefined;
  const given = Object.fromEntries(
    Object.entries(regions ?? {}).map(([name, address]) => [name, originOf(address)]),
  ) as RegionAddresses;
  return { own: region, addresses: () => ({ [region]: ownAddress(), ...given }) };
}

/**
 * Notes in the data folder to which region its accounts belong, the first time that one is named. What was there before
 * belongs to it, too.
 * @throws {SightlineError} `store` where it is another region's.
 */
export function claimRegion({ database }: ServiceStore, region: Region | undefined): void {
  if (region === undefined) return;
  database.run("INSERT INTO meta (name, value) VALUES ('region', ?) ON CONFLICT (name) DO NOTHING", region);
  const kept = database.get<{ value: string }>("SELECT value FROM meta WHERE name = 'region'")?.value;
  if (kept !== region)
    throw new SightlineError(
      'store',
      `The accounts in this data folder belong to the region ${kept ?? ''}.`,
      {
        hint: `Start the service with that region, or choose another data folder.`,
      },
    );
}
