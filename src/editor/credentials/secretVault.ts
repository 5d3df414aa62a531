import type { SecretStorage } from 'vscode';
import type * as z from 'zod/mini';
import { formatSeconds } from '../../base/localFormat.ts';
import { present } from '../../base/present.ts';
import { parseJson } from '../../base/json.ts';
import { SightlineError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import { redact } from '../../base/redact.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Disposable, Listen } from '../../base/emitter.ts';

/** What is used of the editor's SecretStorage. */
export interface SecretStore extends Pick<SecretStorage, 'get' | 'store' | 'delete'> {
  onDidChange: Listen<{ readonly key: string }>;
}

const timeoutMs = 3000;

/**
 * The only code that touches the secret store. A store that refuses, hangs or forgets becomes a SightlineError `store`
 * that names the system keyring (KEY-1). Records are JSON; what does not fit its schema counts as absent (KEY-2).
 */
export class SecretVault implements Disposable {
  readonly #store: SecretStore;
  readonly #changes = new Emitter<string>();
  readonly #subscription: Disposable;
  #stuck = false;

  constructor(store: SecretStore) {
    this.#store = store;
    this.#subscription = store.onDidChange(change => this.#changes.fire(change.key));
  }

  /** Name of a secret that changed, here or in another window. Own changes are told even by a store that tells none (KEY-4). */
  readonly onDidChange: Listen<string> = this.#changes.event;

  /** Whether the store left the last call unanswered: what can do without a secret need not wait for it again. */
  get stuck(): boolean {
    return this.#stuck;
  }

  /** The record saved under `name`; undefined where there is none that fits. @param shape Loads its shape, where there is one. */
  async read<T>(name: string, shape: () => Promise<z.ZodMiniType<T>>): Promise<T | undefined> {
    const text = await this.#answered('read', () => this.#store.get(name));
    return text === undefined ? undefined : (await shape()).safeParse(parseJson(text)).data;
  }

  /** Saves a record and makes sure that it can be read again. */
  async write(name: string, record: object): Promise<void> {
    const text = JSON.stringify(record);
    await this.#answered('save', () => this.#store.store(name, text), text);
    const kept = await this.#answered('read', () => this.#store.get(name), text);
    this.#changes.fire(name);
    if (kept !== text) throw storeError('save', t('the system keyring did not keep it'));
  }

  async remove(name: string): Promise<void> {
    await this.#answered('remove', () => this.#store.delete(name));
    this.#changes.fire(name);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  /** The store's answer, within the time-out. `secret` is kept out of the error's cause. */
  async #answered<T>(doing: Doing, call: () => PromiseLike<T>, secret?: string): Promise<T> {
    const late = Symbol('late');
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<typeof late>(resolve => {
      timer = setTimeout(resolve, timeoutMs, late);
    });
    try {
      const answer = await Promise.race([call(), deadline]);
      this.#stuck = answer === late;
      if (answer !== late) return answer;
    } catch (error) {
      throw storeError(
        doing,
        t('the system keyring refused'),
        new Error(redact(String(error), ...secretsIn(secret))),
      );
    } finally {
      clearTimeout(timer);
    }
    throw storeError(
      doing,
      t('the system keyring did not answer within {time}', { time: formatSeconds(timeoutMs / 1000) }),
    );
  }
}

type Doing = 'read' | 'save' | 'remove';

function storeError(doing: Doing, reason: string, cause?: Error): SightlineError {
  const message = {
    read: t('The key could not be read: {reason}.', { reason }),
    save: t('The key could not be saved: {reason}.', { reason }),
    remove: t('The key could not be removed: {reason}.', { reason }),
  }[doing];
  return new SightlineError('store', message, {
    ...present({ cause }),
    hint: t(
      'Unlock or set up the keyring (Keychain on macOS, Credential Manager on Windows, GNOME Keyring or KWallet on Linux) and try again. Nothing was stored elsewhere.',
    ),
  });
}

/** The exact strings of a record's text, which an error of the store might repeat. */
function secretsIn(text: string | undefined): string[] {
  if (text === undefined) return [];
  const record = parseJson(text);
  return [text, ...Object.values(record ?? {}).filter(value => typeof value === 'string')];
}
