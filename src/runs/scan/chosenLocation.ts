import { dirname, resolve, sep } from 'node:path';

/** A location that was chosen, made whole, with its parts from the root. */
export interface ChosenLocation {
  location: string;
  /** The folder that it lies in. */
  parent: string;
  parts: readonly string[];
}

/** A URI, or a path, which may be relative to the working folder. */
export function chosenLocation(given: string): ChosenLocation {
  // A scheme of one letter is a drive.
  const uri = /^([a-z][a-z\d+.-]+:\/\/[^/?#]*)([^?#]*)/i.exec(given);
  if (uri === null) {
    const location = resolve(given);
    return { location, parent: dirname(location), parts: location.split(sep).filter(part => part !== '') };
  }
  const [, root = '', path = ''] = uri;
  const parts = path.split('/').filter(part => part !== '');
  return {
    location: given,
    parent: given.slice(0, given.lastIndexOf('/')),
    parts: [root, ...parts.map(decoded)],
  };
}

/** How many parts all of them begin with. */
export function commonLength(all: readonly (readonly string[])[]): number {
  const [first = [], ...others] = all;
  const differs = first.findIndex((part, index) => others.some(other => other[index] !== part));
  const shortest = Math.min(...all.map(({ length }) => length));
  return Math.min(differs === -1 ? first.length : differs, shortest);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A `%` that encodes nothing stands for itself.
    return part;
  }
}
