import * as z from 'zod';
import { SightlineError } from '../../base/errors.ts';
import type { BoundKey } from '../platformClient.ts';
import { redact } from '../../base/redact.ts';
import type { ConfigFolder } from './configFolder.ts';
import type { Keychain } from './keychain.ts';

/** Whose key it is: of a service, of a provider, or of this machine as an On Premise host of a service. */
export type KeyKind = 'service' | 'provider' | 'worker';

/** Where a key is kept: in the system's keychain, or in a file of mode 0600. */
export type Keeper = 'keychain' | 'file';

/** A key as it was saved. */
export interface SavedKey extends BoundKey {
  keptIn: Keeper;
}

/** Where a key was saved. */
export interface KeptKey {
  keptIn: Keeper;
  /** In words: "in the keychain". */
  place: string;
  /** Why not in the keychain, where there should be one. */
  because?: string;
}

const record = z.discriminatedUnion('keptIn', [
  z.object({ keptIn: z.literal('keychain'), origin: z.string() }),
  z.object({ keptIn: z.literal('file'), origin: z.string(), key: z.string().min(1) }),
]);

/**
 * Keys, each bound to the origin it was saved for. A file for each says where the key is and, only where there is no
 * keychain, holds it: so the keychain is asked for nothing that it does not have.
 */
export class KeyStore {
  readonly #folder: ConfigFolder;
  readonly #keychain: Keychain | undefined;

  constructor(folder: ConfigFolder, keychain: Keychain | undefined) {
    this.#folder = folder;
    this.#keychain = keychain;
  }

  /** Saves a key in place of the one saved before: in the keychain, or where that fails in a file. */
  async save(kind: KeyKind, { key, origin }: BoundKey): Promise<KeptKey> {
    const failure = await this.#saveInKeychain(kind, { key, origin });
    if (failure === undefined) {
      await this.#folder.write(fileName(kind, origin), { keptIn: 'keychain', origin });
      return { keptIn: 'keychain', place: `in ${this.#keychain?.name ?? 'the keychain'}` };
    }
    await this.#folder.write(fileName(kind, origin), { keptIn: 'file', origin, key });
    const place = `in a file that only this account may read, in ${this.#folder.path}`;
    return { keptIn: 'file', place, ...(failure === 'off' ? {} : { because: failure }) };
  }

  /**
   * The key saved for an origin; undefined where there is none, or the keychain has lost it.
   * @throws {SightlineError} `store` where the keychain does not give it out.
   */
  async find(kind: KeyKind, origin: string): Promise<SavedKey | undefined> {
    const saved = await this.#folder.read(fileName(kind, origin), record);
    if (saved?.origin !== origin) return undefined;
    if (saved.keptIn === 'file') return { key: saved.key, origin, keptIn: 'file' };
    const key = await this.#fromKeychain(keychain => keychain.read(accountName(kind, origin)));
    return key === undefined ? undefined : { key, origin, keptIn: 'keychain' };
  }

  /** Removes the key saved for an origin; says whether there was one. */
  async remove(kind: KeyKind, origin: string): Promise<boolean> {
    const saved = await this.#folder.read(fileName(kind, origin), record);
    if (saved === undefined) return false;
    if (saved.keptIn === 'keychain')
      await this.#fromKeychain(keychain => keychain.remove(accountName(kind, origin)));
    return this.#folder.remove(fileName(kind, origin));
  }

  /** The origins for which a key was saved. */
  async origins(kind: KeyKind): Promise<string[]> {
    const names = await this.#folder.names(`${kind}Key-`);
    return names.map(name => decodeURIComponent(name.slice(`${kind}Key-`.length)));
  }

  /** Why it could not be saved there, `off` where there is no keychain; undefined once it is there for certain. */
  async #saveInKeychain(kind: KeyKind, { key, origin }: BoundKey): Promise<string | undefined> {
    if (this.#keychain === undefined) return 'off';
    const account = accountName(kind, origin);
    try {
      await this.#keychain.write(account, key);
      return (await this.#keychain.read(account)) === key ? undefined : 'it did not keep the key';
    } catch (error) {
      return reasonOf(error, key);
    }
  }

  async #fromKeychain<T>(call: (keychain: Keychain) => Promise<T>): Promise<T> {
    const hint = 'Unlock it and try again, or save the key again.';
    if (this.#keychain === undefined)
      throw new SightlineError('store', 'The key is in the keychain, which SIGHTLINE_KEYCHAIN disables.', {
        hint,
      });
    try {
      return await call(this.#keychain);
    } catch (error) {
      throw new SightlineError(
        'store',
        `The key cannot be read from ${this.#keychain.name}: ${reasonOf(error)}.`,
        { cause: error, hint },
      );
    }
  }
}

/** A sentence on why a key is in a file: on a machine without a desktop there is no keychain, and nothing is wrong. */
export function keychainNote(because: string): string {
  return /\bd-?bus\b|secret service|autolaunch/i.test(because)
    ? 'There is no system keychain here. SIGHTLINE_KEYCHAIN=off saves keys in files without asking for one.'
    : `The keychain could not be used: ${because}.`;
}

function fileName(kind: KeyKind, origin: string): string {
  return `${kind}Key-${encodeURIComponent(origin)}`;
}

function accountName(kind: KeyKind, origin: string): string {
  return `${kind} key for ${origin}`;
}

function reasonOf(error: unknown, secret?: string): string {
  return redact(error instanceof Error ? error.message : String(error), secret).replace(/\.$/, '');
}
