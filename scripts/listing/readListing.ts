import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../projectFolder.ts';
import type { Listing } from './listingFindings.ts';
import { publishedManifest } from './publishedManifest.ts';

/** The listing of the version that lies here. */
export async function readListing(): Promise<Listing> {
  const read = (name: string): Promise<string> => readFile(path.join(projectFolder, name), 'utf8');
  const manifest = await publishedManifest();
  return {
    manifest,
    page: await read('MARKETPLACE.md'),
    changelog: await read('CHANGELOG.md'),
    icon: await readFile(path.join(projectFolder, manifest.icon)),
    sizeOf: file => statSync(path.join(projectFolder, file), { throwIfNoEntry: false })?.size,
  };
}
