import { baseName } from '../base/baseName.ts';

/** The parts of a path or a URI, as a person knows them. */
function partsOf(location: string): string[] {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(location)) return location.split('/').slice(3).map(decoded);
  const isOfWindows = /^(?:[a-z]:[\\/]|\\\\)/i.test(location);
  return (isOfWindows ? location.replaceAll('\\', '/') : location).split('/');
}

/** The name of a file, of its path or URI or of a name with folders in it. */
export function fileNameOf(location: string): string {
  return partsOf(location).at(-1) ?? baseName(location);
}

/** The name of the folder that a file lies in; empty where there is none. */
export function folderNameOf(location: string): string {
  return partsOf(location).at(-2) ?? '';
}

/** What stands beside a file by the same name but for its ending. */
export function besideOf(location: string, ending: string): string {
  return location.replace(/(?<=[^\\/])\.[^.\\/]*$/, '') + ending;
}

/** Where the labels of a dataset lie: `labels/…/NAME.txt` for `images/…/NAME.jpg`; nothing where no folder is called `images`. */
export function labelsPlaceOf(location: string): string | undefined {
  const at = Math.max(location.lastIndexOf('/images/'), location.lastIndexOf('\\images\\'));
  if (at === -1) return undefined;
  const moved = `${location.slice(0, at + 1)}labels${location.slice(at + 1 + 'images'.length)}`;
  return besideOf(moved, '.txt');
}

/** The folder of a file and those above it, the nearest first. */
export function foldersOf(location: string, most: number): string[] {
  const found: string[] = [];
  let rest = location;
  while (found.length < most) {
    const at = Math.max(rest.lastIndexOf('/'), rest.lastIndexOf('\\'));
    if (at <= 0 || rest.slice(0, at).endsWith(':/') || rest.slice(0, at).endsWith('/')) break;
    rest = rest.slice(0, at);
    found.push(rest + location.charAt(at));
  }
  return found;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A % that stands for itself.
    return part;
  }
}
