import { hasPictureEnding } from '../../images/pictureEndings.ts';
import { sidecarEndings, type SidecarKind } from './sidecars/sidecarNames.ts';

/** The manifest in a folder of copies; by it the folder is known as one. */
export const copiesManifest = 'sightline-copies.manifest.json';

/** The manifest in a folder of copies with boxes drawn over them, likewise. */
export const drawnManifest = 'sightline-boxes.manifest.json';

const manifestEnding = '.manifest.json';

const imageFolderFile = 'metadata.jsonl';

/** The name of the manifest beside an export. */
export function manifestOf(name: string): string {
  return `${name}${manifestEnding}`;
}

/** The name of the manifest of the files of a kind that stand beside the pictures of a run, in the run's folder. */
export function sidecarManifest(kind: SidecarKind): string {
  return `sightline-${kind}${manifestEnding}`;
}

/** The endings of files that an export from a folder may have put beside the pictures in it and below. */
export function exportedEndings(names: readonly string[]): string[] {
  return Object.entries(sidecarEndings).flatMap(([kind, endings]) =>
    names.includes(sidecarManifest(kind as SidecarKind)) ? endings : [],
  );
}

/**
 * The files of a folder that exports wrote, by their names and those beside them: what has a manifest, the manifests, and
 * beside pictures what has one of these endings.
 */
export function exportedFiles(names: readonly string[], endings: readonly string[]): Set<string> {
  const beside = new Set(names);
  const pictures = endings.length === 0 ? [] : names.filter(hasPictureEnding);
  const bases = new Set(pictures.flatMap(name => [name, stem(name)]));
  const isExported = (name: string): boolean => {
    if (beside.has(manifestOf(name))) return true;
    // Of an image folder with splits the manifest lies above the files.
    if (name === imageFolderFile || name === manifestOf(imageFolderFile)) return true;
    const ofSidecars = Object.keys(sidecarEndings).some(
      kind => name === sidecarManifest(kind as SidecarKind),
    );
    if (ofSidecars || name === copiesManifest || name === drawnManifest) return true;
    if (name.endsWith(manifestEnding) && beside.has(name.slice(0, -manifestEnding.length))) return true;
    return endings.some(ending => name.endsWith(ending) && bases.has(name.slice(0, -ending.length)));
  };
  return new Set(names.filter(isExported));
}

/** The name of the folder with the small pictures of a page. */
export function thumbnailFolderOf(page: string): string {
  return `${stem(page)}-thumbnails`;
}

/** Whether a folder, by its name and those beside it, holds the small pictures of a page that was exported. */
export function holdsThumbnails(folder: string, beside: readonly string[]): boolean {
  return (
    folder.endsWith('-thumbnails') &&
    beside.some(name => {
      const page = name.endsWith(manifestEnding) ? name.slice(0, -manifestEnding.length) : undefined;
      return page !== undefined && thumbnailFolderOf(page) === folder;
    })
  );
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
