import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SightlineError, systemCode } from '../../base/errors.ts';
import type { FolderEntry, PictureFiles } from '../runPicture.ts';
import { archivedEntries, archivedStat } from './archives/archivedFile.ts';
import { readLocalFile } from './readLocalFile.ts';
import { t } from '../../base/l10n.ts';

/** The files of this machine, and those in its archives; a location is a path. */
export function nodePictureFiles(): PictureFiles {
  return { stat: statOf, list, realName: location => realpath(location), read };
}

/** What an entry of a folder or a file's stat says. */
interface Kinds {
  isFile: () => boolean;
  isDirectory: () => boolean;
}

async function statOf(location: string): ReturnType<PictureFiles['stat']> {
  try {
    return fileStat(await stat(location));
  } catch {
    // It leads nowhere, or nobody may look, or it is in an archive.
    return archivedStat(location);
  }
}

async function list(folder: string): Promise<FolderEntry[]> {
  const archived = await archivedEntries(folder);
  if (archived !== undefined)
    return archived.map(entry => ({ ...entry, location: join(folder, entry.name) }));
  const entries = await readdir(folder, { withFileTypes: true });
  return Promise.all(
    entries.map(async entry => {
      const location = join(folder, entry.name);
      // Some file systems do not say what an entry is.
      const isReal = entry.isFile() || entry.isDirectory();
      const kind = isReal ? entryKind(entry) : ((await statOf(location))?.kind ?? 'other');
      return { name: entry.name, location, kind, isReal };
    }),
  );
}

async function read(location: string, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return await readLocalFile(location, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = systemCode(cause) ?? t('no reason given');
    throw new SightlineError(
      'unsupportedImage',
      t('{location} cannot be read ({reason}).', { location, reason }),
      {
        cause,
        hint: t('Check that the file exists and is readable.'),
      },
    );
  }
}

/** What a run knows of a file by its stat. */
export function fileStat(found: Stats): NonNullable<Awaited<ReturnType<PictureFiles['stat']>>> {
  // Archives and scripts set the time of a file's content; that of its entry nobody sets.
  const modifiedAt = Math.max(found.mtimeMs, found.ctimeMs);
  return { kind: entryKind(found), byteLength: found.size, modifiedAt };
}

/** What a folder's entry or a file is. */
export function entryKind(found: Kinds): FolderEntry['kind'] {
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}
