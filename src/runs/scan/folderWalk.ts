import { absentFile } from '../../base/absentFile.ts';
import { baseName } from '../../base/baseName.ts';
import { hasPictureEnding } from '../../images/pictureEndings.ts';
import {
  copiesManifest,
  drawnManifest,
  exportedEndings,
  exportedFiles,
  holdsThumbnails,
} from '../exports/exportedPictures.ts';
import type { FolderEntry, PictureFiles, RunPicture } from '../runPicture.ts';
import { isChosenPicture } from './chosenFile.ts';
import type { ChosenLocation } from './chosenLocation.ts';
import { t } from '../../base/l10n.ts';

/** What was met and is no picture of the run: its name, and why. */
export interface Skipped {
  name: string;
  reason: string;
}

interface WalkOptions {
  /** Whether a name, relative to the chosen folder, is meant. */
  meant: (name: string) => boolean;
  signal?: AbortSignal;
  onProgress?: (found: number) => void;
}

/** A folder that is to be walked. */
interface Folder {
  location: string;
  real: string;
  /** In the run, and from the chosen folder; empty or with a `/` at its end. */
  prefix: string;
  below: string;
  /** Endings of files beside pictures that an export from here or from above may have written. */
  sidecars: readonly string[];
}

/** What a folder's entry turned out to be. */
interface Met {
  folder: Folder;
  entry: FolderEntry;
  real: string;
}

type Stat = Awaited<ReturnType<PictureFiles['stat']>>;

/** Entries that are looked at together. */
const together = 32;
/** The reason of what is skipped in most folders. */
export const noPicture = (): string => t('not an image');
const exported = (): string => t('a folder of images exported by Sightline');

/** What of the skipped is the person's: without what Sightline itself wrote. */
export function otherFiles(skipped: readonly Skipped[]): Skipped[] {
  return skipped.filter(({ reason }) => reason !== exported());
}

const leadsOut = (): string =>
  t('a link to a folder outside the chosen one; choose that folder to include it');
const inCloud = (): string => t('in iCloud, not on this machine');
/** What stands for a file that iCloud keeps elsewhere: `.NAME.icloud`. */
const cloudPlaceholder = /^\.(.+)\.icloud$/s;

/**
 * A walk through folders that meets every real file and folder once. Links wait until all that lies in the folders
 * itself was met, so that a picture keeps the name it really has. Each link to a file outside is a picture by its own
 * name; a link to a folder outside is left out.
 */
export class FolderWalk {
  readonly pictures: RunPicture[] = [];
  readonly skipped: Skipped[] = [];
  /** Files that were chosen themselves and are not there, and what of archives cannot be read; they are among the skipped, too. */
  readonly missing: RunPicture[] = [];
  readonly #files: PictureFiles;
  readonly #options: WalkOptions;
  /** Real names of the files and folders that were met. */
  readonly #met = new Set<string>();
  readonly #folders: Folder[] = [];
  readonly #links: (() => void | Promise<void>)[] = [];
  /** How many of the folders and of the links were walked. */
  readonly #done = { folders: 0, links: 0 };
  /** Real names of the folders that were chosen. */
  readonly #roots: string[] = [];

  constructor(files: PictureFiles, options: WalkOptions) {
    this.#files = files;
    this.#options = options;
  }

  /** Takes a file that was chosen itself. */
  async addChosen({ location, parent }: ChosenLocation, name: string, stat: Stat): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (stat === undefined) {
      this.missing.push({ location, name, byteLength: 0, modifiedAt: 0 });
      return this.#skip(name, absentFile(name, t('no such file')));
    }
    if (stat.kind !== 'file') return this.#skip(name, t('neither a file nor a folder'));
    const real = await this.#realName(location);
    if (real === undefined) return this.#skip(name, t('cannot be read'));
    const folder = await this.#realName(parent);
    const own = baseName(name);
    if (folder !== undefined && isWithin(folder, own, real)) {
      if (this.#met.has(real)) return;
      this.#met.add(real);
      return this.#takeChosen(pictureOf(location, name, stat));
    }
    this.#links.push(() =>
      this.#met.has(real) ? undefined : this.#takeChosen(pictureOf(location, name, stat)),
    );
  }

  async #takeChosen(picture: RunPicture): Promise<void> {
    if (!(await isChosenPicture(this.#files, picture, this.#options.signal)))
      return this.#skip(picture.name, noPicture());
    this.pictures.push(picture);
    this.#options.onProgress?.(this.pictures.length);
  }

  /** Takes a folder, or an archive, that was chosen itself. */
  async addFolder(location: string, name: string): Promise<void> {
    const real = await this.#realName(location);
    if (real === undefined) return this.#skip(name, t('cannot be read'));
    if (this.#met.has(real)) return;
    this.#met.add(real);
    this.#roots.push(real);
    this.#folders.push({ location, real, prefix: name === '' ? '' : `${name}/`, below: '', sidecars: [] });
  }

  /** Walks through what was taken, to its end. */
  async finish(): Promise<void> {
    for (;;) {
      this.#options.signal?.throwIfAborted();
      const folder = this.#folders[this.#done.folders];
      if (folder !== undefined) {
        this.#done.folders++;
        await this.#walk(folder);
        continue;
      }
      const link = this.#links[this.#done.links++];
      if (link === undefined) return;
      await link();
    }
  }

  async #walk(walked: Folder): Promise<void> {
    const all = await this.#list(walked);
    const names = all.map(({ name }) => name);
    const folder = { ...walked, sidecars: [...walked.sidecars, ...exportedEndings(names)] };
    // What came out of an earlier run is not asked about, unless it is chosen itself.
    if (folder.below !== '' && [copiesManifest, drawnManifest].some(name => names.includes(name)))
      return this.#skip(folder.prefix.slice(0, -1), exported());
    const thumbnails = all.filter(({ name, kind }) => kind === 'folder' && holdsThumbnails(name, names));
    for (const { name } of thumbnails) this.#skip(folder.prefix + name, exported());
    this.#skipInCloud(folder, names);
    const ours = exportedFiles(names, folder.sidecars);
    const entries = all.filter(
      entry =>
        !isHidden(entry.name) &&
        !thumbnails.includes(entry) &&
        // What exports wrote is nothing that was passed over.
        !(entry.kind === 'file' && ours.has(entry.name) && !hasPictureEnding(entry.name)),
    );
    for (let from = 0; from < entries.length; from += together) {
      this.#options.signal?.throwIfAborted();
      const some = entries.slice(from, from + together);
      const reals = await Promise.all(some.map(entry => this.#realNameOf(entry, folder)));
      const here: Met[] = [];
      for (const [index, entry] of some.entries()) {
        const entryReal = reals[index];
        if (entryReal === undefined || entry.kind === 'other') await this.#skipOther(folder, entry);
        else if (isWithin(folder.real, entry.name, entryReal)) here.push({ folder, entry, real: entryReal });
        else this.#links.push(() => this.#takeLink({ folder, entry, real: entryReal }));
      }
      await Promise.all(here.map(met => this.#take(met)));
      this.#options.onProgress?.(this.pictures.length);
    }
  }

  /** Takes what a link leads to, where that was not met by its own name. */
  async #takeLink(met: Met): Promise<void> {
    const { folder, entry, real } = met;
    if (this.#met.has(real)) return;
    if (entry.kind === 'folder' && !this.#roots.some(root => isBelow(root, real)))
      return this.#skip(folder.prefix + entry.name, leadsOut());
    await this.#take(met);
    // Another link to the same file is another picture.
    if (entry.kind === 'file') this.#met.delete(real);
  }

  /** Takes what was met in a folder, where it was not met before. */
  async #take({ folder, entry, real }: Met): Promise<void> {
    if (this.#met.has(real)) return;
    const name = folder.prefix + entry.name;
    const below = folder.below + entry.name;
    if (entry.kind === 'folder') {
      this.#met.add(real);
      this.#folders.push({
        ...{ location: entry.location, real, prefix: `${name}/`, below: `${below}/` },
        sidecars: folder.sidecars,
      });
      return;
    }
    if (!this.#options.meant(below)) return;
    this.#met.add(real);
    if (!hasPictureEnding(entry.name)) return this.#skip(name, noPicture());
    const stat = await this.#files.stat(entry.location);
    if (stat === undefined) return this.#skip(name, absentFile(entry.name, t('cannot be read')));
    this.pictures.push(pictureOf(entry.location, name, stat));
  }

  async #list({ location, prefix }: Folder): Promise<FolderEntry[]> {
    try {
      return await this.#files.list(location);
    } catch {
      const name = prefix.slice(0, -1);
      this.#skip(name || '.', absentFile(name, t('a folder that cannot be read')));
      return [];
    }
  }

  async #skipOther(folder: Folder, entry: FolderEntry): Promise<void> {
    if (entry.fault !== undefined) {
      const name = folder.prefix + entry.name;
      this.missing.push({ location: entry.location, name, byteLength: 0, modifiedAt: 0 });
      return this.#skip(name, entry.fault);
    }
    if (!this.#options.meant(folder.below + entry.name)) return;
    const stat = await this.#files.stat(entry.location);
    this.#skip(
      folder.prefix + entry.name,
      stat === undefined ? absentFile(entry.name, t('a broken link')) : t('neither a file nor a folder'),
    );
  }

  #realNameOf({ name, location, isReal }: FolderEntry, folder: Folder): Promise<string | undefined> {
    return isReal === true ? Promise.resolve(realNameIn(folder.real, name)) : this.#realName(location);
  }

  /** `undefined` where it leads nowhere or nobody may look. */
  async #realName(location: string): Promise<string | undefined> {
    try {
      return await this.#files.realName(location);
    } catch {
      // Its stat or its listing says more.
      return undefined;
    }
  }

  #skipInCloud(folder: Folder, names: readonly string[]): void {
    for (const name of names) {
      const own = cloudPlaceholder.exec(name)?.[1];
      if (own !== undefined && hasPictureEnding(own) && this.#options.meant(folder.below + own))
        this.#skip(folder.prefix + own, inCloud());
    }
  }

  #skip(name: string, reason: string): void {
    this.skipped.push({ name, reason });
  }
}

function pictureOf(location: string, name: string, stat: NonNullable<Stat>): RunPicture {
  return { location, name, byteLength: stat.byteLength, modifiedAt: stat.modifiedAt };
}

/** `.git`, `node_modules`, `._a.jpg`: nobody means them by choosing the folder that they are in. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** The real name of what is no link, by its own in its folder. */
function realNameIn(folder: string, name: string): string {
  if (isSeparator(folder.at(-1))) return folder + name;
  return folder + (folder.includes('/') ? '/' : '\\') + name;
}

/** Whether the entry's real name is the one that it has in its folder: it is no link. */
function isWithin(folder: string, name: string, real: string): boolean {
  return real === realNameIn(folder, name);
}

/** Whether a real name is that of something in a folder, or of the folder. */
function isBelow(folder: string, real: string): boolean {
  if (real === folder) return true;
  return (
    real.startsWith(folder) && (isSeparator(real[folder.length]) || isSeparator(real[folder.length - 1]))
  );
}

function isSeparator(character: string | undefined): boolean {
  return character === '/' || character === '\\';
}
