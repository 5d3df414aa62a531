import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SightlineError, systemCode } from '../../base/errors.ts';
import type { FolderEntry, PictureFiles } from '../runPicture.ts';
import { readLocalFile } from './readLocalFile.ts';

/** The files of this machine; a location is a path. */
export function nodePictureFiles(): PictureFiles {
  return { stat: statOf, list, realName: location => realpath(location), read };
}

interface Kinds {
  isFile: () => boolean;
  isDirectory: () => boolean;
}

async function statOf(location: string): ReturnType<PictureFiles['stat']> {
  try {
    const found = await stat(location);
    // Archives and scripts set the time of a file's content; that of its entry nobody sets.
    const modifiedAt = Math.max(found.mtimeMs, found.ctimeMs);
    return { kind: kindOf(found), byteLength: found.size, modifiedAt };
  } catch {
    // It leads nowhere, or nobody may look.
    return undefined;
  }
}

async function list(folder: string): Promise<FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return Promise.all(
    entries.map(async entry => {
      const location = join(folder, entry.name);
      // Some file systems do not say what an entry is.
      const known = entry.isFile() || entry.isDirectory();
      const kind = known ? kindOf(entry) : ((await statOf(location))?.kind ?? 'other');
      return { name: entry.name, location, kind };
    }),
  );
}

async function read(location: string, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return await readLocalFile(location, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = systemCode(cause) ?? 'no reason given';
    throw new SightlineError('unsupportedImage', `${location} cannot be read (${reason}).`, {
      cause,
      hint: 'Check that the file exists and is readable.',
    });
  }
}

function kindOf(found: Kinds): FolderEntry['kind'] {
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}
