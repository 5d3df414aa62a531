import type { SecretVault } from './secretVault.ts';

/** Origins for which secrets are saved, in the store beside them: the store itself cannot list what it holds. */
export class SavedOrigins {
  readonly #vault: SecretVault;
  readonly #name: string;

  /** @param name Of the secret that holds the list. */
  constructor(vault: SecretVault, name: string) {
    this.#vault = vault;
    this.#name = name;
  }

  /** The origins in order of the alphabet; undefined where nothing was ever listed. */
  read(): Promise<string[] | undefined> {
    return this.#vault.read(this.#name, async () => {
      const { originList } = await import('./records.ts');
      return originList;
    });
  }

  async write(origins: readonly string[]): Promise<void> {
    await this.#vault.write(this.#name, [...new Set(origins)].sort());
  }
}
