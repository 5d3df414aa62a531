import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FolderEntry, PictureFiles } from '../runPicture.ts';
import { archivedEntries, archivedStat } from './archives/archivedFile.ts';
import { entryKind, fileStat } from './nodePictureFiles.ts';
import { readLocalFile } from './readLocalFile.ts';

/**
 * The files of this machine for a thread that has nothing else to do: asked one after the other they take a fifth of the
 * time. A location is a path or a `file:` URI as the editor writes it.
 */
export const syncPictureFiles: PictureFiles = {
  stat: location => {
    const found = statOf(pathOf(location));
    return found === undefined ? archivedStat(pathOf(location)) : Promise.resolve(found);
  },
  // A folder that cannot be read rejects.
  list: async folder => {
    const archived = await archivedEntries(pathOf(folder));
    const locationOf = locationsIn(folder);
    return archived?.map(entry => ({ ...entry, location: locationOf(entry.name) })) ?? list(folder);
  },
  realName: location => new Promise(resolve => resolve(realpathSync.native(pathOf(location)))),
  read: (location, signal) => readLocalFile(pathOf(location), signal),
};

function statOf(file: string): ReturnType<typeof fileStat> | undefined {
  try {
    return fileStat(statSync(file));
  } catch {
    // It leads nowhere, or nobody may look.
    return undefined;
  }
}

function list(folder: string): FolderEntry[] {
  const locationOf = locationsIn(folder);
  return readdirSync(pathOf(folder), { withFileTypes: true }).map(entry => {
    const location = locationOf(entry.name);
    // Some file systems do not say what an entry is.
    const isReal = entry.isFile() || entry.isDirectory();
    const kind = isReal ? entryKind(entry) : (statOf(pathOf(location))?.kind ?? 'other');
    return { name: entry.name, location, kind, isReal };
  });
}

function isUri(location: string): boolean {
  return location.startsWith('file:');
}

function pathOf(location: string): string {
  return isUri(location) ? fileURLToPath(location) : location;
}

/** What makes the locations of a folder's entries of their names. */
function locationsIn(folder: string): (name: string) => string {
  if (!isUri(folder)) return name => path.join(folder, name);
  const parent = folder.endsWith('/') ? folder : `${folder}/`;
  return name => parent + name.split('/').map(uriPart).join('/');
}

/** A name as `vscode.Uri` encodes it: all but letters, digits and `-._~`. */
function uriPart(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
