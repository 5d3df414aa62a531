import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeyedProvider } from '../../../../src/editor/credentials/providerKeys.ts';
import { openWindow } from '../../../support/testCredentials.ts';
import type { TestWindow } from '../../../support/testCredentials.ts';

const acme: KeyedProvider = {
  id: 'acme',
  label: 'Acme',
  baseURL: 'https://api.acme.example/v1',
  keyVariable: 'ACME_API_KEY',
  needsKey: true,
};
const local: KeyedProvider = {
  id: 'ollama',
  label: 'Ollama',
  baseURL: 'http://127.0.0.1:11434/v1',
  needsKey: false,
};
let window: TestWindow;

beforeEach(() => void (window = openWindow('https://service.example')));
afterEach(() => {
  vi.useRealTimers();
  window.dispose();
});

describe('saved keys', () => {
  test('one secret for each origin, cleaned, with its origin in it', async () => {
    await window.providerKeys.save(acme, ' "acme-canary"\r\n');
    expect(window.store.values.get('sightline.providerKey.https://api.acme.example')).toBe(
      '{"key":"acme-canary","origin":"https://api.acme.example"}',
    );
    expect(await window.providerKeys.get(acme)).toBe('acme-canary');
    expect(
      await window.providerKeys.get({ ...acme, id: 'other', baseURL: 'https://api.acme.example/v2' }),
    ).toBe('acme-canary');
    expect(await window.providerKeys.origins()).toEqual(['https://api.acme.example']);
  });

  test('removed, they are gone from the list too', async () => {
    await window.providerKeys.save(acme, 'acme-canary');
    await window.providerKeys.save(local, 'local-canary');
    await window.providerKeys.remove('https://api.acme.example');
    expect(await window.providerKeys.get(acme)).toBeUndefined();
    expect(await window.providerKeys.get(local)).toBe('local-canary');
    expect(await window.providerKeys.origins()).toEqual(['http://127.0.0.1:11434']);
  });

  test.each(['', 'with blank inside', `ul_${'a'.repeat(40)}`])(
    'KEY-3: refused, nothing stored, the old key kept: %j',
    async pasted => {
      await window.providerKeys.save(acme, 'acme-canary');
      await expect(window.providerKeys.save(acme, pasted)).rejects.toMatchObject({ name: 'ValueError' });
      expect(await window.providerKeys.get(acme)).toBe('acme-canary');
    },
  );

  test('a key is not found for an address that changed to another origin', async () => {
    await window.providerKeys.save(acme, 'acme-canary');
    for (const baseURL of [
      'https://api.acme.example.evil/v1',
      'http://api.acme.example/v1',
      'https://api.acme.example:8443/v1',
    ]) {
      expect(await window.providerKeys.get({ ...acme, baseURL })).toBeUndefined();
    }
    window.store.values.set(
      'sightline.providerKey.https://evil.example',
      '{"key":"acme-canary","origin":"https://api.acme.example"}',
    );
    expect(await window.providerKeys.get({ ...acme, baseURL: 'https://evil.example' })).toBeUndefined();
  });

  test('KEY-4: changes are told in every window', async () => {
    const other = openWindow('https://service.example', { store: window.store });
    const deaf = openWindow('https://service.example', { store: window.store, events: false });
    const heard: string[] = [];
    window.providerKeys.onDidChange(() => heard.push('here'));
    other.providerKeys.onDidChange(() => heard.push('there'));
    deaf.providerKeys.onDidChange(() => heard.push('deaf'));
    await deaf.providerKeys.save(acme, 'acme-canary');
    expect(new Set(heard)).toEqual(new Set(['here', 'there', 'deaf']));
    await window.providerKeys.remove('https://api.acme.example');
    expect(await other.providerKeys.get(acme)).toBeUndefined();
  });
});

describe('the environment', () => {
  test('serves only the providers for which it was chosen', async () => {
    window.environment['ACME_API_KEY'] = 'from-environment\n';
    expect(await window.providerKeys.get(acme)).toBeUndefined();
    await window.providerKeys.takeFromEnvironment(acme);
    expect(window.settings.keysFromEnvironment).toEqual(['acme']);
    expect(await window.providerKeys.lookUp(acme)).toEqual({
      key: 'from-environment',
      source: 'environment',
    });
  });

  test('gives way to a key saved after it', async () => {
    window.settings.keysFromEnvironment = ['other', 'acme'];
    window.environment['ACME_API_KEY'] = 'from-environment';
    await window.providerKeys.save(acme, 'acme-canary');
    expect(await window.providerKeys.lookUp(acme)).toEqual({ key: 'acme-canary', source: 'saved' });
    expect(window.settings.keysFromEnvironment).toEqual(['other']);
  });

  test('a service key in it never goes to a provider, and is not repeated', async () => {
    const serviceKey = `ul_${'a'.repeat(40)}`;
    window.settings.keysFromEnvironment = ['acme'];
    window.environment['ACME_API_KEY'] = serviceKey;
    const error = await window.providerKeys.get(acme).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({
      code: 'keyRejected',
      message: expect.stringContaining('ACME_API_KEY') as string,
    });
    expect(JSON.stringify(error)).not.toContain('aaaa');
  });
});

describe('what is missing is said with what to do', () => {
  test('no key saved', async () => {
    await expect(window.providerKeys.require(acme)).rejects.toMatchObject({
      code: 'missingKey',
      message: 'Acme requires an API key; none is saved for https://api.acme.example.',
      hint: expect.stringMatching(/Set Provider Key.*ACME_API_KEY/) as string,
    });
  });

  test('the variable is not set', async () => {
    window.settings.keysFromEnvironment = ['acme'];
    await expect(window.providerKeys.require(acme)).rejects.toMatchObject({
      code: 'missingKey',
      message: expect.stringContaining('ACME_API_KEY, which is not set') as string,
    });
  });

  test('no address yet', async () => {
    await expect(window.providerKeys.require({ ...acme, id: 'azure', baseURL: '' })).rejects.toMatchObject({
      hint: 'Add "azure" to the setting sightline.providerAddresses.',
    });
  });

  test('a local server needs none', async () => {
    expect(await window.providerKeys.require(local)).toBeUndefined();
  });
});

describe('KEY-1: a store that refuses or hangs', () => {
  test('stops a provider that needs a key, with the reason', async () => {
    window.store.faults.get = 'refuse';
    await expect(window.providerKeys.require(acme)).rejects.toMatchObject({ code: 'store' });
  });

  test('does not stop one that needs none', async () => {
    window.store.faults.get = 'refuse';
    expect(await window.providerKeys.get(local)).toBeUndefined();
  });

  test('delays one that needs none at most once', async () => {
    vi.useFakeTimers();
    window.store.faults.get = 'hang';
    const first = window.providerKeys.get(local);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await first).toBeUndefined();
    expect(await window.providerKeys.get(local)).toBeUndefined();
    expect(window.store.calls.get).toBe(1);
  });

  test('a key that could not be saved is not in use', async () => {
    window.store.faults.store = 'refuse';
    await expect(window.providerKeys.save(acme, 'acme-canary')).rejects.toMatchObject({ code: 'store' });
    expect(window.store.values.size).toBe(0);
  });
});

test('KEY-2: a vanished secret sends no request with nothing in its header', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const provider = { ...acme, baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  const ask = async (): Promise<void> => {
    const key = await window.providerKeys.require(provider);
    await fetch(provider.baseURL, { headers: { authorization: `Bearer ${key ?? ''}` } });
  };
  await window.providerKeys.save(provider, 'acme-canary');
  await ask();
  for (const text of [undefined, '', 'undefined', '{"key":""}']) {
    for (const name of [...window.store.values.keys()]) {
      if (text === undefined) window.store.values.delete(name);
      else window.store.values.set(name, text);
    }
    window.store.values.set(`sightline.providerKey.${new URL(provider.baseURL).origin}`, text ?? '');
    await expect(ask()).rejects.toMatchObject({ code: 'missingKey' });
  }
  expect(seen).toEqual(['Bearer acme-canary']);
  server.close();
});
