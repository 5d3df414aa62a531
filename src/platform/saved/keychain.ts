import type { AsyncEntry, EntryOptions } from '@napi-rs/keyring';
import { formatSeconds } from '../../base/format.ts';
import type { Environment } from '../../base/environment.ts';

/** The system's own store of secrets. Every call may reject: it can be missing, locked or refuse. */
export interface Keychain {
  /** As the person knows it. */
  readonly name: string;
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

/** Time enough for a person to unlock it. */
const timeoutMs = 60_000;

/** Under which all our secrets stand there. */
const service = 'sightline';

/**
 * Linux has two stores; without this, the kernel's would serve where there is no Secret Service, and forget all keys
 * at the next start of the machine.
 */
const lastingOnly: EntryOptions = { linux: { store: 'secret-service' } };

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'the keychain',
  win32: 'the Credential Manager',
};

/** The system's keychain, loaded at its first use; undefined where SIGHTLINE_KEYCHAIN is `off`. */
export function openKeychain(env: Environment): Keychain | undefined {
  if (env.SIGHTLINE_KEYCHAIN === 'off') return undefined;
  return {
    name: names[process.platform] ?? "the system's keyring",
    read: async account => (await answered((await entry(account)).getPassword())) ?? undefined,
    write: async (account, secret) => answered((await entry(account)).setPassword(secret)),
    remove: async account => {
      await answered((await entry(account)).deleteCredential());
    },
  };
}

async function entry(account: string): Promise<AsyncEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, account, lastingOnly);
}

async function answered<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${formatSeconds(timeoutMs / 1000)}`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
