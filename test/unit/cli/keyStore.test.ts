import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigFolder } from '../../../src/platform/saved/configFolder.ts';
import type { Keychain } from '../../../src/platform/saved/keychain.ts';
import { KeyStore } from '../../../src/platform/saved/keyStore.ts';

const origin = 'http://[::1]:4300';
const key = 'sk-canary-0123456789';

let folder: ConfigFolder;
beforeEach(async () => {
  folder = new ConfigFolder(await mkdtemp(path.join(tmpdir(), 'sightline-keys-')));
});
afterEach(() => rm(folder.path, { recursive: true }));

/** A keychain in memory; `failing` makes every call reject. */
function fakeKeychain(): Keychain & { secrets: Map<string, string>; failing: string | undefined } {
  const secrets = new Map<string, string>();
  const keychain = {
    name: 'the keychain',
    secrets,
    failing: undefined as string | undefined,
    read: (account: string) => answer(() => secrets.get(account)),
    write: (account: string, secret: string) => answer(() => void secrets.set(account, secret)),
    remove: (account: string) => answer(() => void secrets.delete(account)),
  };
  const answer = <T>(call: () => T): Promise<T> =>
    keychain.failing === undefined ? Promise.resolve(call()) : Promise.reject(new Error(keychain.failing));
  return keychain;
}

async function writtenTexts(): Promise<string> {
  const names = await readdir(folder.path);
  return (await Promise.all(names.map(name => readFile(path.join(folder.path, name), 'utf8')))).join('\n');
}

test('a key goes into the keychain, and no file holds it', async () => {
  const keychain = fakeKeychain();
  const store = new KeyStore(folder, keychain);
  expect(await store.save('provider', { key, origin })).toEqual({
    keptIn: 'keychain',
    place: 'in the keychain',
  });
  expect([...keychain.secrets.values()]).toEqual([key]);
  expect(await writtenTexts()).not.toContain(key);
  expect(await store.find('provider', origin)).toEqual({ key, origin, keptIn: 'keychain' });
  expect(await store.find('service', origin)).toBeUndefined();
  expect(await store.find('provider', 'http://[::1]:4301')).toBeUndefined();
  expect(await store.origins('provider')).toEqual([origin]);
  expect(await store.remove('provider', origin)).toBe(true);
  expect(keychain.secrets.size).toBe(0);
  expect(await store.remove('provider', origin)).toBe(false);
});

test('where the keychain refuses or forgets, a file holds the key, and it is said why', async () => {
  const keychain = fakeKeychain();
  const store = new KeyStore(folder, keychain);
  keychain.failing = `locked while writing ${key}.`;
  const kept = await store.save('provider', { key, origin });
  expect(kept).toMatchObject({ keptIn: 'file', because: 'locked while writing …' });
  expect(kept.place).toContain(folder.path);
  expect(await store.find('provider', origin)).toEqual({ key, origin, keptIn: 'file' });
  keychain.failing = undefined;
  keychain.write = () => Promise.resolve();
  expect(await store.save('service', { key, origin })).toMatchObject({
    keptIn: 'file',
    because: 'it did not keep the key',
  });
});

test('a key saved anew in the keychain leaves the file', async () => {
  await new KeyStore(folder, undefined).save('provider', { key, origin });
  expect(await writtenTexts()).toContain(key);
  await new KeyStore(folder, fakeKeychain()).save('provider', { key, origin });
  expect(await writtenTexts()).not.toContain(key);
});

test('KEY-2: a key that the keychain has lost counts as not saved; one that it withholds is told', async () => {
  const keychain = fakeKeychain();
  const store = new KeyStore(folder, keychain);
  await store.save('provider', { key, origin });
  keychain.failing = 'locked';
  await expect(store.find('provider', origin)).rejects.toMatchObject({
    code: 'store',
    message: 'The key cannot be read from the keychain: locked.',
  });
  keychain.failing = undefined;
  keychain.secrets.clear();
  expect(await store.find('provider', origin)).toBeUndefined();
});
