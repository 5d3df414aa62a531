import { SightlineError } from '../base/errors.ts';
import { refusedRoot } from '../tools/refusedRoot.ts';
import { pathOfAddress } from '../tools/localFolders.ts';

/** The folders of a client, asked for when they are needed, until it says that they changed. */
export class ClientRoots {
  readonly #ask: () => Promise<{ roots: readonly { uri: string }[] }> | undefined;
  #known: Promise<readonly string[]> | undefined;

  /** @param ask gives nothing where the client has none. */
  constructor(ask: () => Promise<{ roots: readonly { uri: string }[] }> | undefined) {
    this.#ask = ask;
  }

  changed(): void {
    this.#known = undefined;
  }

  /**
   * The client's folders, else the given ones.
   * @throws {SightlineError} where one of them is too wide: the home folder, or the whole disk.
   */
  async list(otherwise: readonly string[]): Promise<readonly string[]> {
    this.#known ??= this.#read();
    const roots = await this.#known;
    const folders = roots.length === 0 ? otherwise : roots;
    const allowed = folders.filter(folder => refusedRoot(folder) === undefined);
    if (allowed.length > 0 || folders.length === 0) return allowed;
    throw new SightlineError('permissionDenied', `${refusedRoot(folders[0] ?? '') ?? ''} is too wide.`, {
      hint: 'Open a folder in the client, or start the server with --root and the folder of the images.',
    });
  }

  async #read(): Promise<readonly string[]> {
    try {
      const { roots } = (await this.#ask()) ?? { roots: [] };
      return roots.flatMap(({ uri }) => pathOfAddress(uri) ?? []);
    } catch {
      // A client that does not answer has none this time.
      this.#known = undefined;
      return [];
    }
  }
}
