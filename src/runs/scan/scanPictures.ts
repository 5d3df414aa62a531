import { present } from '../../base/present.ts';
import type { PictureFiles, RunPicture } from '../runPicture.ts';
import { chosenLocation, commonLength } from './chosenLocation.ts';
import { hasArchiveEnding } from './archives/archivedFile.ts';
import { explorerOrder } from './explorerOrder.ts';
import { FolderWalk } from './folderWalk.ts';
import type { Skipped } from './folderWalk.ts';
import { globFilter } from './globFilter.ts';

/** How pictures are looked for. */
export interface ScanOptions {
  /** Which pictures of a chosen folder are meant, relative to it; files that are chosen themselves are always meant. */
  glob?: string;
  /** Archives that are chosen themselves are looked into, as folders are. */
  archives?: boolean;
  signal?: AbortSignal;
  /** Called with how many pictures were found so far. */
  onProgress?: (found: number) => void;
}

/** What a scan found, in the Explorer's order. */
export interface Scan {
  pictures: RunPicture[];
  skipped: Skipped[];
  /** Files that were chosen themselves and are not there, and what of archives cannot be read; they are among the skipped, too. */
  missing: RunPicture[];
}

/**
 * Finds the pictures among what was chosen: files, folders with all that is in them, and mixtures. Each real file in
 * them is found once, whatever links lead to it; each link to a file outside is found by its name; links to folders
 * outside are left out. Names are relative to the deepest folder that holds all that was chosen; what is in an archive has
 * the archive's name before its own.
 * Hidden folders, hidden files and `node_modules` are left out unless they are chosen themselves.
 * @param locations are paths or URIs, as `files` reads them.
 * @throws {ValueError} where the glob is none; an AbortError once the signal fires.
 */
export async function scanPictures(
  files: PictureFiles,
  locations: readonly string[],
  options: ScanOptions = {},
): Promise<Scan> {
  const { glob, archives = false, signal, onProgress } = options;
  const walk = new FolderWalk(files, {
    meant: globFilter(glob),
    ...present({ signal, onProgress }),
  });
  const chosen = await Promise.all(
    [...new Set(locations)].map(async given => {
      const chosen = chosenLocation(given);
      const found = await files.stat(chosen.location);
      const isArchive = archives && found?.kind === 'file' && hasArchiveEnding(given);
      return { ...chosen, found, isWalked: isArchive || found?.kind === 'folder' };
    }),
  );
  signal?.throwIfAborted();
  const base = commonLength(
    chosen.map(({ parts, found }) => (found?.kind === 'folder' ? parts : parts.slice(0, -1))),
  );
  // Files first: the names by which they were chosen count.
  for (const one of chosen)
    if (!one.isWalked) await walk.addChosen(one, one.parts.slice(base).join('/'), one.found);
  for (const { location, parts, isWalked } of chosen)
    if (isWalked) await walk.addFolder(location, parts.slice(base).join('/'));
  await walk.finish();
  return {
    pictures: walk.pictures.sort((one, other) => explorerOrder(one.name, other.name)),
    skipped: walk.skipped.sort((one, other) => explorerOrder(one.name, other.name)),
    missing: walk.missing,
  };
}
