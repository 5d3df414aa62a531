import { expect, test } from 'vitest';
import { keysPage, mayCarryKey, serviceAddress } from '../../../src/platform/serviceAddress.ts';

test.each([
  ['https://host.example', 'https://host.example'],
  [' https://HOST.example:443// ', 'https://host.example'],
  ['http://127.0.0.1:8080/vision/', 'http://127.0.0.1:8080/vision'],
  ['https://host.example/?x=1#y', 'https://host.example'],
])('URL-1: %s', (text, base) => {
  expect(serviceAddress(text)).toEqual({ base, origin: new URL(base).origin });
});

test('URL-1: the page of the keys keeps a path prefix', () => {
  expect(keysPage(serviceAddress('https://host.example/vision/'))).toBe(
    'https://host.example/vision/settings?tab=api-keys',
  );
});

test.each(['', 'host.example', 'file:///etc', 'https://user:canary@host.example'])(
  'no address: "%s"',
  text => {
    expect(() => serviceAddress(text)).toThrow(expect.objectContaining({ name: 'ValueError' }));
    expect(() => serviceAddress(text)).not.toThrow('canary');
  },
);

test('a key travels in plain http only within this machine', () => {
  for (const address of [
    'https://host.example',
    'http://localhost:1',
    'http://a.localhost',
    'http://127.8.9.1',
    'http://[::1]:80',
  ]) {
    expect(mayCarryKey(address), address).toBe(true);
  }
  for (const address of [
    'http://host.example',
    'http://127.0.0.1.example',
    'http://192.168.1.2',
    'http://localhost.example',
    'ftp://localhost',
    'x',
  ]) {
    expect(mayCarryKey(address), address).toBe(false);
  }
});
