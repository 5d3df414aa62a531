import { SightlineError } from '../../base/errors.ts';
import type { ServiceRecord } from './records.ts';
import { SavedOrigins } from './savedOrigins.ts';
import { secretNames } from './secretNames.ts';
import type { SecretVault } from './secretVault.ts';

/** The logins in the secret store, one for each service, and the list of their origins. */
export class ServiceLogins {
  readonly #vault: SecretVault;
  readonly #origins: SavedOrigins;

  constructor(vault: SecretVault) {
    this.#vault = vault;
    this.#origins = new SavedOrigins(vault, secretNames.serviceOrigins);
  }

  /** The login saved for the service at `origin`; undefined where there is none. */
  async read(origin: string): Promise<ServiceRecord | undefined> {
    const record = await this.#vault.read(secretNames.serviceKey(origin), async () => {
      const { serviceRecord } = await import('./records.ts');
      return serviceRecord;
    });
    return record?.origin === origin ? record : undefined;
  }

  /** The services at which the person is logged in, in order of the alphabet; undefined where nothing was ever listed. */
  origins(): Promise<string[] | undefined> {
    return this.#origins.read();
  }

  async save(record: ServiceRecord): Promise<void> {
    // The list first: an origin without its key does no harm, a key that nobody can find to remove does.
    await this.list(record.origin);
    await this.#vault.write(secretNames.serviceKey(record.origin), record);
  }

  /** Takes an origin into the list. */
  async list(origin: string): Promise<void> {
    const origins = (await this.origins()) ?? [];
    if (!origins.includes(origin)) await this.#origins.write([...origins, origin]);
  }

  /**
   * Removes the login at `origin`. The list comes first: another window that misses the key then knows that the person wanted
   * that. A list that cannot be written keeps no key.
   */
  async remove(origin: string): Promise<void> {
    let failure: unknown;
    try {
      const origins = await this.origins();
      if (origins === undefined || origins.includes(origin))
        await this.#origins.write((origins ?? []).filter(listed => listed !== origin));
    } catch (error) {
      failure = error;
    }
    await this.#vault.remove(secretNames.serviceKey(origin));
    if (failure instanceof SightlineError) throw failure;
  }
}
