import type { RunRow } from '../../runRow.ts';
import type { ExportFiles } from '../exportFiles.ts';
import type { ExportedRun } from '../exportOptions.ts';
import { nameKey, sidecarBases, type SidecarKind } from './sidecarNames.ts';

/** Where a sidecar stands. */
export interface SidecarPlace {
  location: string;
  /** Relative to the run's folder, `/` between its parts. */
  file: string;
  /** Whether there is a file of that name, or of one that some disks take for the same. */
  isTaken: boolean;
}

/** Says where the sidecar of a row with an ending stands. */
export type SidecarPlaces = (row: RunRow, ending: string) => SidecarPlace;

/** Looks at the folders of a run's pictures, each once. */
export async function sidecarPlaces(
  kind: SidecarKind,
  run: ExportedRun,
  files: ExportFiles,
): Promise<SidecarPlaces> {
  const pictures = new Map<string, string[]>();
  for (const { picture } of run.rows) {
    const { folder, name } = files.split(picture.location);
    const names = pictures.get(folder);
    if (names === undefined) pictures.set(folder, [name]);
    else names.push(name);
  }
  const folders = new Map<string, { baseOf: (picture: string) => string; taken: ReadonlySet<string> }>();
  for (const [folder, names] of pictures) {
    const there = await files.names(folder);
    folders.set(folder, { baseOf: sidecarBases(kind, names, there), taken: new Set(there.map(nameKey)) });
  }
  return ({ picture }, ending) => {
    const { folder, name } = files.split(picture.location);
    const sidecar = `${folders.get(folder)?.baseOf(name) ?? name}${ending}`;
    return {
      location: files.join(folder, sidecar),
      file: [...picture.name.split('/').slice(0, -1), sidecar].join('/'),
      isTaken: folders.get(folder)?.taken.has(nameKey(sidecar)) === true,
    };
  };
}
