import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodePictureFiles } from '../runs/scan/nodePictureFiles.ts';
import { scanHere } from '../runs/scan/scanHere.ts';
import type { RootFolders } from './roots.ts';

/** Folders of this machine, whose locations are paths. */
export function localFolders(list: RootFolders['list']): RootFolders {
  return {
    list,
    files: nodePictureFiles(),
    join: (root, name) => path.join(root, name),
    absolute: given => (path.isAbsolute(given) ? given : pathOfAddress(given)),
    scan: (locations, signal) => scanHere(locations, { signal }),
  };
}

/** The path of a `file:` address; undefined where it is none. */
export function pathOfAddress(address: string): string | undefined {
  if (!/^file:/i.test(address)) return undefined;
  try {
    return fileURLToPath(address);
  } catch {
    // An address of another machine.
    return undefined;
  }
}
