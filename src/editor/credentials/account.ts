import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { SightlineError, ValueError } from '../../base/errors.ts';
import type { BoundKey, KeyHolder, PlatformClient } from '../../platform/platformClient.ts';
import { keysPage, sameAddress, serviceAddress } from '../../platform/serviceAddress.ts';
import type { ServiceAddress } from '../../platform/serviceAddress.ts';
import { cleanKey, displayPrefix } from '../../platform/serviceKey.ts';
import { sameState } from './accountState.ts';
import type { AccountState, SavedSource, ServiceLogin } from './accountState.ts';
import type { CredentialSettings, Environment } from './credentialSettings.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Disposable, Listen } from '../../base/emitter.ts';
import { keyInEnvironment, serviceVariable } from './environmentKey.ts';
import type { ServiceRecord } from './records.ts';
import { isServiceSecret, secretNames } from './secretNames.ts';
import type { SecretVault } from './secretVault.ts';
import { ServiceLogins } from './serviceLogins.ts';

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
  /** Of the service, which is the one in use from then on; absent: the one in use already. */
  address?: ServiceAddress | undefined;
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
  readonly #logins: ServiceLogins;
  readonly #changes = new Emitter<AccountState>();
  readonly #loginChanges = new Emitter();
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
    this.#logins = new ServiceLogins(options.vault);
    this.#subscription = options.vault.onDidChange(name => {
      if (!isServiceSecret(name)) return;
      if (name === this.#secretName() || name === secretNames.serviceOrigins) void this.refresh();
      this.#loginChanges.fire();
    });
  }

  /** Fires after each change of {@link state}, whichever window made it. */
  readonly onDidChange: Listen<AccountState> = this.#changes.event;

  /** Fires where {@link logins} may have changed, whichever window changed them. */
  readonly onDidChangeLogins: Listen<void> = this.#loginChanges.event;

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

  /**
   * All services at which the person is logged in, with nothing of their keys: the one in use, wherever its key is from, and
   * those saved. Asks no service.
   * @throws {SightlineError} `store`
   */
  async logins(): Promise<ServiceLogin[]> {
    const found = await this.#look().catch((error: unknown) => {
      asProblem(error);
      return undefined;
    });
    // A login that is older than the list is found while its service is in use.
    if (found?.source === 'saved') await this.#logins.list(found.origin);
    const origins = (await this.#logins.origins()) ?? [];
    const others = origins.filter(origin => origin !== found?.origin);
    const saved = await Promise.all(others.map(origin => this.#logins.read(origin)));
    return [
      ...(found === undefined ? [] : [{ ...found, base: this.address.base }]),
      ...saved
        .filter(record => record !== undefined)
        .map(record => ({ ...record, source: 'saved' as const })),
    ].map(withoutKey);
  }

  /** Whether the person has ever logged in or out: then they know how. */
  async isKnown(): Promise<boolean> {
    return (await this.#logins.origins()) !== undefined;
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
    const { signal, confirm, address = this.address } = options;
    const key = cleaned(text);
    const { origin } = address;
    const client = await this.#client({ key, origin }, address.base);
    const checked = options.unchecked !== true;
    if (checked) await this.ready(origin, signal);
    const holder = checked ? await client.accountSummary(signal) : undefined;
    signal?.throwIfAborted();
    if (confirm !== undefined && !(await confirm(holder)))
      throw new DOMException('The saved key has changed.', 'AbortError');
    // A service of several regions has led to that of the key: it is the one to use from now on.
    const led = client.address;
    await this.#logins.save({ ...holder, ...baseOf(led), key, origin: led.origin, checked });
    const { settings } = this.#options;
    if (!sameAddress(settings.serviceUrl(), led.base)) await settings.writeServiceUrl(led.base);
    this.#refused = undefined;
    return this.refresh();
  }

  /** Asks the service about the key in use and remembers what it says. A refusal changes nothing: only log out removes a key. */
  async check(signal?: AbortSignal): Promise<AccountState> {
    const asked = await this.#look();
    if (asked === undefined) throw notLoggedIn();
    const { key, origin } = asked;
    const { address } = this;
    await this.ready(origin, signal);
    const holder = await (await this.#client({ key, origin, bound: true })).accountSummary(signal);
    const now = await this.#look();
    // Whoever logged out or in again while the service was asked must not find the old key back.
    if (now?.key !== key || now.origin !== origin) return this.#state;
    this.#refused = undefined;
    if (now.source === 'environment') this.#environmentHolder = { ...holder, key, origin };
    else await this.#logins.save({ ...holder, ...baseOf(address), key, origin, checked: true });
    return this.refresh();
  }

  /**
   * Removes the saved key of the service in use, or of the one at `origin`. One from the environment stays in use: it is not
   * ours to remove.
   */
  async logOut(origin = this.address.origin): Promise<AccountState> {
    const { lastLogin } = this.#options;
    await this.#logins.remove(origin);
    if (lastLogin?.get() === origin) lastLogin.set(undefined);
    return this.refresh();
  }

  dispose(): void {
    this.#turn++;
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#loginChanges.dispose();
  }

  /** Finds the key in use and brings the state up to date with it, unless a later look has begun. */
  async #look(): Promise<Found | undefined> {
    const turn = ++this.#turn;
    let found: Found | undefined;
    let problem: unknown;
    let ended = this.#wasLoggedIn();
    try {
      found = await this.#find();
      if (found === undefined && ended) ended = !(await this.#hasLoggedOut());
      return found;
    } catch (error) {
      problem = error;
      throw error;
    } finally {
      if (turn === this.#turn) this.#show(found, { ended, problem });
    }
  }

  async #find(): Promise<Found | undefined> {
    const { origin } = this.address;
    const { environment, settings } = this.#options;
    const variable = serviceVariable(settings, origin);
    const key = variable === undefined ? undefined : keyInEnvironment(environment, variable, cleanKey);
    if (key !== undefined && variable !== undefined) {
      const holder = this.#environmentHolder;
      const known = holder?.key === key && holder.origin === origin;
      return { ...(known ? holder : {}), key, origin, checked: known, source: 'environment', variable };
    }
    const record = await this.#logins.read(origin);
    return record && { ...record, source: 'saved' };
  }

  #show(found: Found | undefined, { ended, problem }: { ended: boolean; problem: unknown }): void {
    this.#key = found?.key;
    if (found === undefined)
      return this.#set({
        kind: 'loggedOut',
        ...(ended ? { ended: true } : {}),
        ...(problem instanceof SightlineError ? { problem } : {}),
      });
    const { key, base: _base, ...rest } = found;
    const refused = this.#refused?.key === key && this.#refused.origin === rest.origin;
    if (this.#options.lastLogin?.get() !== rest.origin) this.#options.lastLogin?.set(rest.origin);
    this.#set({
      kind: 'loggedIn',
      displayPrefix: displayPrefix(key),
      ...rest,
      ...(refused ? present({ refusal: this.#refused?.reason }) : {}),
    });
  }

  /** Whether the person was logged in at this service, and did not log out in this window. */
  #wasLoggedIn(): boolean {
    try {
      return this.#options.lastLogin?.get() === this.address.origin;
    } catch (error) {
      asProblem(error);
      return false;
    }
  }

  /** Whether the person, who was logged in at this service, has logged out in another window: it is off the list of those. */
  async #hasLoggedOut(): Promise<boolean> {
    const { origin } = this.address;
    const origins = await this.#logins.origins();
    if (origins === undefined || origins.includes(origin)) return false;
    this.#options.lastLogin?.set(undefined);
    return true;
  }

  #set(state: AccountState): void {
    if (sameState(state, this.#state)) return;
    this.#state = state;
    this.#changes.fire(state);
    this.#loginChanges.fire();
  }

  /** The client with the shapes of all answers costs more to load than the rest of the extension: only on first use. */
  async #client(key: BoundKey, address = this.#options.settings.serviceUrl()): Promise<PlatformClient> {
    const { version, timeoutMs } = this.#options;
    const { PlatformClient } = await import('../../platform/platformClient.ts');
    return new PlatformClient({
      address,
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

/** What a saved login remembers of an address with a path. */
function baseOf({ base, origin }: ServiceAddress): { base?: string } {
  return base === origin ? {} : { base };
}

function withoutKey({ origin, base = origin, source, variable, username, name }: Found): ServiceLogin {
  return { origin, base, source, ...present({ variable, username, name }) };
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
  return new SightlineError('missingKey', t('You are not logged in.'), {
    about: 'service',
    hint: t('Run the command “Sightline: Log In”.'),
  });
}
