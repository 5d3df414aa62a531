import { baseName } from '../base/baseName.ts';
import { SightlineError, ValueError } from '../base/errors.ts';
import { trimEnd } from '../base/trimEnd.ts';
import { visibleText } from '../base/visibleText.ts';
import type { PictureFiles, RunPicture } from '../runs/runPicture.ts';
import type { Scan } from '../runs/scan/scanPictures.ts';

/** The folders that tools may look into, as an editor or a client of MCP gives them. */
export interface RootFolders {
  /** Their locations, paths or URIs, and those that came with a path in it first. */
  list: (signal: AbortSignal) => Promise<readonly string[]>;
  files: PictureFiles;
  /** A location below a root; `name` has `/` between its parts. */
  join: (root: string, name: string) => string;
  /** The location of a path or an address that is absolute; undefined where it is relative. */
  absolute: (path: string) => string | undefined;
  /** Finds images in folders. */
  scan: (locations: readonly string[], signal: AbortSignal) => Promise<Scan>;
}

/** An image within a root. Its name is what finds it again. */
export type RootedImage = RunPicture;

/** Most characters of a path. */
const longestPath = 4096;

/** Resolves what agents ask for within the roots, and nothing outside: links are followed before that is decided. */
export class Roots {
  readonly #folders: RootFolders;

  constructor(folders: RootFolders) {
    this.#folders = folders;
  }

  /** What is beside images of the roots. */
  get files(): Pick<PictureFiles, 'read' | 'stat'> {
    return this.#folders.files;
  }

  /** @throws {ValueError} where the path is none of a file within the roots. */
  async image(path: string, signal: AbortSignal): Promise<RootedImage> {
    const { location, name } = await this.#resolve(path, signal);
    const found = await this.#folders.files.stat(location);
    if (found?.kind === 'file')
      return { location, name, byteLength: found.byteLength, modifiedAt: found.modifiedAt };
    throw new ValueError(
      found?.kind === 'folder' ? `${named(path)} is a folder.` : `There is no file ${named(path)}.`,
      { code: 'unsupportedImage', hint: 'Give the path of an image, relative to the folder that is open.' },
    );
  }

  /** The images in a folder, all roots where none is given; their names find them again. */
  async scan(folder: string | undefined, signal: AbortSignal): Promise<RootedImage[]> {
    const places =
      folder === undefined
        ? (await this.#roots(signal)).map(({ location, prefix }) => ({ location, name: prefix }))
        : [await this.#resolve(folder, signal)];
    const images: RootedImage[] = [];
    for (const { location, name } of places) {
      const { pictures } = await this.#folders.scan([location], signal);
      const prefix = name === '' || name.endsWith('/') ? name : `${name}/`;
      for (const picture of pictures) images.push({ ...picture, name: `${prefix}${picture.name}` });
    }
    return images;
  }

  read({ location }: RootedImage, signal: AbortSignal): Promise<Uint8Array> {
    return this.#folders.files.read(location, signal);
  }

  async #roots(signal: AbortSignal): Promise<{ location: string; prefix: string }[]> {
    const locations = await this.#folders.list(signal);
    if (locations.length === 0)
      throw new SightlineError('unsupportedImage', 'No folder is open, so there are no images to look at.', {
        hint: 'Open a folder, or start the server with --root.',
      });
    return locations.map(location => ({
      location,
      prefix: locations.length === 1 ? '' : `${baseName(location)}/`,
    }));
  }

  async #resolve(path: string, signal: AbortSignal): Promise<{ location: string; name: string }> {
    if (path.includes('\0') || path.length > longestPath) throw outside('The path');
    const { files, join, absolute } = this.#folders;
    const roots = await this.#roots(signal);
    const given = absolute(path);
    let isThere = false;
    for (const { location: root, prefix } of roots) {
      const realRoot = await files.realName(root).catch(() => undefined);
      if (realRoot === undefined) continue;
      const relative = path.replace(/^(?:\.\/)+/, '');
      const names = prefix !== '' && relative.startsWith(prefix) ? [relative.slice(prefix.length)] : [];
      const candidates = given === undefined ? [...names, relative].map(name => join(root, name)) : [given];
      for (const candidate of candidates) {
        const real = await files.realName(candidate).catch(() => undefined);
        if (real === undefined) continue;
        isThere = true;
        const below = namesBelow(realRoot, real);
        if (below === undefined) continue;
        return { location: join(root, below), name: `${prefix}${below}` };
      }
    }
    if (isThere) throw outside(named(path));
    throw new ValueError(`There is no file ${named(path)}.`, {
      code: 'unsupportedImage',
      hint: 'Give the path of an image, relative to the folder that is open.',
    });
  }
}

/** The name of a real location below a real root, `/` between its parts; undefined where it is not within it. */
export function namesBelow(root: string, real: string): string | undefined {
  const isWindows = process.platform === 'win32';
  const base = trimEnd(root, isWindows ? '/\\' : '/');
  if (real === base || real === root) return '';
  const next = real[base.length];
  if (!real.startsWith(base) || !(next === '/' || (isWindows && next === '\\'))) return undefined;
  const rest = real.slice(base.length + 1);
  return isWindows ? rest.replaceAll('\\', '/') : rest;
}

function named(path: string): string {
  return visibleText(JSON.stringify(path));
}

function outside(what: string): ValueError {
  return new ValueError(`${what} is outside the folders that are open, or leads out of them.`, {
    code: 'permissionDenied',
    hint: 'Only images within these folders can be read; symbolic links out of them are not followed.',
  });
}
