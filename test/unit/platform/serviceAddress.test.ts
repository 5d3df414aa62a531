import { expect, test } from 'vitest';
import { keysPage, serviceAddress } from '../../../src/platform/serviceAddress.ts';

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
