import { present } from '../../base/present.ts';
import { SightlineError, ValueError } from '../../base/errors.ts';
import type { BoundKey, KeyHolder, PlatformClient } from '../../platform/platformClient.ts';
import { keysPage, serviceAddress } from '../../platform/serviceAddress.ts';
import type { ServiceAddress } from '../../platform/serviceAddress.ts';
import { cleanKey, displayPrefix } from '../../platform/serviceKey.ts';
import { sameState } from './accountState.ts';
import type { AccountState, SavedSource } from './accountState.ts';
import type { CredentialSettings, Environment } from './credentialSettings.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Disposable, Listen } from '../../base/emitter.ts';
import { keyInEnvironment, serviceVariable } from './environmentKey.ts';
import type { ServiceRecord } from './records.ts';
import { secretNames } from './secretNames.ts';
import type { SecretVault } from './secretVault.ts';

/** A service key ready for use. */
export interface ServiceKey extends BoundKey {
  source: 'explicit' | SavedSource;
}

/** What an {@link Account} is made of. */
export interface AccountOptions {
  vault: SecretVault;
  environment: Environment;
  settings: CredentialSettings;
  /** Of Sightline, told to the service. */
  version: string;
  /** Milliseconds for a check of the key. */
  timeoutMs?: number;
  /**
   * Awaited before a key is sent to the service at `origin`: makes sure of the one on this machine, whose port another
   * program may have taken.
   */
  ready?: (origin: string, signal?: AbortSignal) => Promise<void>;
  /** The service at which the person was logged in last, until they log out themselves: kept over sessions. */
  lastLogin?: { get: () => string | undefined; set: (origin: string | undefined) => void };
}

/** How a log in is done. */
export interface LogInOptions {
  signal?: AbortSignal;
  /** Saves the key without asking the service. */
  unchecked?: boolean;
  /** Asked once the service has accepted the key and before it is saved; false ends the log in with an AbortError. */
  confirm?: (holder: KeyHolder | undefined) => Promise<boolean>;
}

type Found = ServiceRecord & { source: SavedSource; variable?: string };

/**
 * The login at the configured service. The key is read from its source at each use, so that one which
 * another window removed, or the store lost, is used no more (KEY-2, KEY-4).
 */
export class Account implements Disposable {
  readonly #options: AccountOptions;
  readonly #changes = new Emitter<AccountState>();
  readonly #subscription: Disposable;
  /** What the service said of a key from the environment, for this session only. */
  #environmentHolder: (Partial<KeyHolder> & BoundKey) | undefined;
  #state: AccountState = { kind: 'loggedOut' };
  /** The key that the service refused last, and why, as long as nothing else is known of it. */
  #refused: { key: string; origin: string; reason: string } | undefined;
  #key: string | undefined;
  #turn = 0;

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#subscription = options.vault.onDidChange(name => {
      if (name === this.#secretName()) void this.refresh();
    });
  }

  /** Fires after each change of {@link state}, whichever window made it. */
  readonly onDidChange: Listen<AccountState> = this.#changes.event;

  /** As last seen; logged out until the first {@link refresh}. */
  get state(): AccountState {
    return this.#state;
  }

  /** Where the service is, as the setting says now; a ValueError where it holds no address. */
  get address(): ServiceAddress {
    return serviceAddress(this.#options.settings.serviceUrl());
  }

  /** Address of the page where people manage their keys; a ValueError where the setting holds no address. */
  get keysPage(): string {
    return keysPage(this.address);
  }

  /** Looks again at all sources. A source that fails leaves the account logged out, with the failure as `problem`. */
  async refresh(): Promise<AccountState> {
    await this.#look().catch(asProblem);
    return this.#state;
  }

  /**
   * The key to use: the one given explicitly, else the environment's, else the saved one; undefined where there is
   * none. A source that fails is a SightlineError.
   */
  async key(explicit?: string): Promise<ServiceKey | undefined> {
    if (explicit !== undefined) {
      return { key: cleaned(explicit), origin: this.address.origin, source: 'explicit' };
    }
    const found = await this.#look();
    return found === undefined ? undefined : { key: found.key, origin: found.origin, source: found.source };
  }

  /** A client of the service with the key of {@link key}; a SightlineError `missingKey` where there is none. */
  async client(explicit?: string): Promise<PlatformClient> {
    const key = await this.key(explicit);
    if (key === undefined) throw notLoggedIn();
    await this.ready(key.origin);
    return this.#client({ ...key, bound: explicit === undefined });
  }

  /** Makes sure that the service at `origin` is there and is the one meant, as far as that can be known. */
  async ready(origin: string, signal?: AbortSignal): Promise<void> {
    await this.#options.ready?.(origin, signal);
  }

  /** Takes note that the service at `origin` refused the key in use. */
  refused(origin: string, reason: string): void {
    if (this.#state.kind !== 'loggedIn' || this.#state.origin !== origin || this.#key === undefined) return;
    this.#refused = { key: this.#key, origin, reason };
    this.#set({ ...this.#state, refusal: reason });
  }

  /** Checks a pasted key and saves it. After any failure the key that was there before still is. */
  async logIn(text: string, options: LogInOptions = {}): Promise<AccountState> {
    const { signal, confirm } = options;
    const key = cleaned(text);
    const { origin } = this.address;
    const client = await this.#client({ key, origin });
    const checked = options.unchecked !== true;
    if (checked) await this.ready(origin, signal);
    const holder = checked ? await client.accountSummary(signal) : undefined;
    signal?.throwIfAborted();
    if (confirm !== undefined && !(await confirm(holder)))
      throw new DOMException('The saved key has changed.', 'AbortError');
    const led = client.address;
    const record = { ...holder, key, origin: led.origin, checked };
    await this.#options.vault.write(secretNames.serviceKey(led.origin), record);
    // A service of several regions has led to that of the key: it is the one to use from now on.
    if (led.origin !== origin) await this.#options.settings.writeServiceUrl(led.base);
    this.#refused = undefined;
    return this.refresh();
  }

  /** Asks the service about the key in use and remembers what it says. A refusal changes nothing: only log out removes a key. */
  async check(signal?: AbortSignal): Promise<AccountState> {
    const asked = await this.#look();
    if (asked === undefined) throw notLoggedIn();
    const { key, origin } = asked;
    await this.ready(origin, signal);
    const holder = await (await this.#client({ key, origin, bound: true })).accountSummary(signal);
    const now = await this.#look();
    // Whoever logged out or in again while the service was asked must not find the old key back.
    if (now?.key !== key || now.origin !== origin) return this.#state;
    this.#refused = undefined;
    if (now.source === 'environment') this.#environmentHolder = { ...holder, key, origin };
    else
      await this.#options.vault.write(secretNames.serviceKey(origin), {
        ...holder,
        key,
        origin,
        checked: true,
      });
    return this.refresh();
  }

  /** Removes the saved key. One from the environment stays in use: it is not ours to remove. */
  async logOut(): Promise<AccountState> {
    await this.#options.vault.remove(secretNames.serviceKey(this.address.origin));
    this.#options.lastLogin?.set(undefined);
    return this.refresh();
  }

  dispose(): void {
    this.#turn++;
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  /** Finds the key in use and brings the state up to date with it, unless a later look has begun. */
  async #look(): Promise<Found | undefined> {
    const turn = ++this.#turn;
    let found: Found | undefined;
    let problem: unknown;
    try {
      found = await this.#find();
      return found;
    } catch (error) {
      problem = error;
      throw error;
    } finally {
      if (turn === this.#turn) this.#show(found, problem);
    }
  }

  async #find(): Promise<Found | undefined> {
    const { origin } = this.address;
    const { vault, environment, settings } = this.#options;
    const variable = serviceVariable(settings, origin);
    const key = variable === undefined ? undefined : keyInEnvironment(environment, variable, cleanKey);
    if (key !== undefined && variable !== undefined) {
      const holder = this.#environmentHolder;
      const known = holder?.key === key && holder.origin === origin;
      return { ...(known ? holder : {}), key, origin, checked: known, source: 'environment', variable };
    }
    const record = await vault.read(secretNames.serviceKey(origin), async () => {
      const { serviceRecord } = await import('./records.ts');
      return serviceRecord;
    });
    return record?.origin === origin ? { ...record, source: 'saved' } : undefined;
  }

  #show(found: Found | undefined, problem: unknown): void {
    this.#key = found?.key;
    if (found === undefined)
      return this.#set({
        kind: 'loggedOut',
        ...(this.#hasEnded() ? { ended: true } : {}),
        ...(problem instanceof SightlineError ? { problem } : {}),
      });
    const { key, ...rest } = found;
    const refused = this.#refused?.key === key && this.#refused.origin === rest.origin;
    if (this.#options.lastLogin?.get() !== rest.origin) this.#options.lastLogin?.set(rest.origin);
    this.#set({
      kind: 'loggedIn',
      displayPrefix: displayPrefix(key),
      ...rest,
      ...(refused ? present({ refusal: this.#refused?.reason }) : {}),
    });
  }

  /** Whether the person was logged in at this service and did not log out. */
  #hasEnded(): boolean {
    try {
      return this.#options.lastLogin?.get() === this.address.origin;
    } catch (error) {
      asProblem(error);
      return false;
    }
  }

  #set(state: AccountState): void {
    if (sameState(state, this.#state)) return;
    this.#state = state;
    this.#changes.fire(state);
  }

  /** The client with the shapes of all answers costs more to load than the rest of the extension: only on first use. */
  async #client(key: BoundKey): Promise<PlatformClient> {
    const { settings, version, timeoutMs } = this.#options;
    const { PlatformClient } = await import('../../platform/platformClient.ts');
    return new PlatformClient({
      address: settings.serviceUrl(),
      key,
      version,
      ...present({ timeoutMs }),
    });
  }

  /** Undefined while the setting holds no address: then no secret is ours. */
  #secretName(): string | undefined {
    try {
      return secretNames.serviceKey(this.address.origin);
    } catch (error) {
      asProblem(error);
      return undefined;
    }
  }
}

/** Lets pass what the state shows as its problem; anything else is a mistake of ours. */
function asProblem(error: unknown): void {
  if (!(error instanceof SightlineError)) throw error;
}

function cleaned(text: string): string {
  const { key, refusal, remedy } = cleanKey(text);
  if (key === undefined) throw new ValueError(refusal, { remedy });
  return key;
}

/** Nobody is logged in where a key of the service is needed. */
export function notLoggedIn(): SightlineError {
  return new SightlineError('missingKey', 'You are not logged in.', {
    about: 'service',
    hint: 'Run the command “Sightline: Log In”.',
  });
}
