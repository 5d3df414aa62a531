import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { SecretVault } from '../../../../src/editor/credentials/secretVault.ts';
import { FakeSecretStore } from '../../../support/fakeSecretStorage.ts';

const shape = (): Promise<z.ZodType<{ key: string }>> => Promise.resolve(z.object({ key: z.string() }));
let store: FakeSecretStore;
let vault: SecretVault;

beforeEach(() => {
  store = new FakeSecretStore();
  vault = new SecretVault(store.window());
});
afterEach(() => {
  vi.useRealTimers();
  vault.dispose();
});

test('what is written is read, until it is removed', async () => {
  await vault.write('a', { key: 'canary' });
  expect(await vault.read('a', shape)).toEqual({ key: 'canary' });
  await vault.remove('a');
  expect(await vault.read('a', shape)).toBeUndefined();
});

test.each(['{', '"text"', '{"key":1}', '{}', ''])(
  'KEY-2: what is no record counts as absent: %s',
  async text => {
    store.values.set('a', text);
    expect(await vault.read('a', shape)).toBeUndefined();
  },
);

test.each([
  ['get', 'read', async () => vault.read('a', shape)],
  ['store', 'saved', async () => vault.write('a', { key: 'canary' })],
  ['delete', 'removed', async () => vault.remove('a')],
] as const)('KEY-1: a store whose %s refuses is named in plain words', async (operation, done, call) => {
  store.faults[operation] = 'refuse';
  await expect(call()).rejects.toMatchObject({
    name: 'SightlineError',
    code: 'store',
    message: expect.stringMatching(`could not be ${done}: the system keyring.*refused`) as string,
    hint: expect.stringContaining('Nothing was stored elsewhere') as string,
  });
});

test.each([
  ['get', async () => vault.read('a', shape)],
  ['store', async () => vault.write('a', { key: 'canary' })],
  ['delete', async () => vault.remove('a')],
] as const)('KEY-1: a store whose %s never answers is given 3 s', async (operation, call) => {
  vi.useFakeTimers();
  store.faults[operation] = 'hang';
  let outcome: unknown;
  const settled = call().catch((error: unknown) => (outcome = error));
  await vi.advanceTimersByTimeAsync(2999);
  expect(outcome).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await settled;
  expect(outcome).toMatchObject({
    code: 'store',
    message: expect.stringContaining('did not answer within 3 s') as string,
  });
  expect(vault.stuck).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('KEY-1: a store that answers again is stuck no more, and no timer is left behind', async () => {
  vi.useFakeTimers();
  store.faults.get = 'hang';
  const settled = vault.read('a', shape).catch(() => 'failed');
  await vi.advanceTimersByTimeAsync(3000);
  expect(await settled).toBe('failed');
  delete store.faults.get;
  await vault.write('a', { key: 'canary' });
  expect(vault.stuck).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('KEY-1: a store that forgets at once is found out', async () => {
  store.faults.store = 'forget';
  await expect(vault.write('a', { key: 'canary' })).rejects.toMatchObject({
    code: 'store',
    message: expect.stringContaining('did not keep it') as string,
  });
});

test('KEY-1: a refusal that repeats the secret does not carry it on', async () => {
  const window = store.window();
  window.store = async (_name, value) => Promise.reject(new Error(`no room for ${value} or canary`));
  const repeating = new SecretVault(window);
  const error = await repeating.write('a', { key: 'canary' }).catch((reason: unknown) => reason as Error);
  expect(String((error as Error).cause)).toContain('no room for …');
  expect(String((error as Error).cause)).not.toContain('canary');
});

test('KEY-4: changes of other windows and own ones are told, own ones also by a store that tells none', async () => {
  const heard: string[] = [];
  vault.onDidChange(name => heard.push(name));
  await new SecretVault(store.window()).write('theirs', { key: 'x' });
  expect(heard).toEqual(['theirs']);
  const deaf = new SecretVault(store.window({ events: false }));
  const own: string[] = [];
  deaf.onDidChange(name => own.push(name));
  await deaf.write('a', { key: 'x' });
  await deaf.remove('b');
  expect(own).toEqual(['a', 'b']);
});

test('after disposal nothing is listened to', () => {
  expect(store.listeners).toBe(1);
  vault.dispose();
  expect(store.listeners).toBe(0);
});
