import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from './projectFolder.ts';

/** What package-lock.json says of a package; its key is where it lies (`node_modules/sharp`). */
export interface LockedPackage {
  version: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  [other: string]: unknown;
}

/** The packages of a lock by where they lie. */
export type LockedPackages = Record<string, LockedPackage | undefined>;

/** The project's own lock. */
export async function readLock(): Promise<LockedPackages> {
  const lock = JSON.parse(await readFile(path.join(projectFolder, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  return lock.packages;
}

/**
 * Where the named packages lie with all that they need; what is optional to them is left out unless it is named itself.
 * @throws {Error} where the lock lacks one.
 */
export function lockedClosure(packages: LockedPackages, names: readonly string[]): string[] {
  const found = new Set<string>();
  const queue = names.map(name => ({ name, from: '' }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const place = locate(packages, next.name, next.from);
    if (place === undefined) throw new Error(`package-lock.json has no "${next.name}". Run npm install.`);
    if (found.has(place)) continue;
    found.add(place);
    for (const name of Object.keys(packages[place]?.dependencies ?? {})) queue.push({ name, from: place });
  }
  return [...found].sort();
}

/** Looks for a package as Node.js does: beside who needs it, then further out. */
function locate(packages: LockedPackages, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

/** The name of the package that lies at a place. */
export function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
