import { expect, test } from 'vitest';
import { isLoopback, mayBeLed, mayCarryKey, originOf, withScheme } from '../../../src/base/address.ts';
import { ownHosts } from '../../../src/service/http/hostCheck.ts';
import { gatewayProvider } from '../../../src/inference/providers/gatewayProvider.ts';
import { normalizeBaseURL } from '../../../src/inference/providers/baseUrl.ts';
import { providerFromSetting } from '../../../src/inference/providers/customProvider.ts';
import { providerAddress } from '../../../src/service/gateway/providerAddress.ts';

/** Host names as URLs write them. */
const here = [
  'localhost',
  'localhost.',
  'x.localhost',
  'a.b.localhost.',
  '127.0.0.1',
  '127.5.0.1',
  '127.255.255.254',
  '[::1]',
  '[::ffff:7f00:1]',
];
const elsewhere = [
  'example.com',
  '128.0.0.1',
  '127.0.0.1.example',
  'localhost.example',
  'notlocalhost',
  '192.168.1.2',
  '0.0.0.0',
  '[::]',
  '[::2]',
  '[fe80::1]',
  '[::ffff:8000:1]',
];

test.each([...here.map(host => [host, true] as const), ...elsewhere.map(host => [host, false] as const)])(
  'URL-3 (c): every decider says of %s the same: %s',
  (host, local) => {
    const address = `http://${host}:8080/v1`;
    expect(isLoopback(host)).toBe(local);
    expect(mayCarryKey(address)).toBe(local);
    expect(mayCarryKey(address.replace('http', 'https'))).toBe(true);
    expect(gatewayProvider(`http://${host}`).local).toBe(local);
    expect(providerFromSetting({ id: 'own', baseUrl: address }).local).toBe(local);
    expect(normalizeBaseURL(`${host}:8080/v1`)).toMatch(local ? /^http:/ : /^https:/);
    expect(ownHosts({ host: '127.0.0.1' })(host)).toBe(local);
    if (local)
      expect(() => providerAddress(address, { localProviders: false, allowedHosts: [] })).toThrow(
        'a shared service',
      );
    else
      expect(() => providerAddress(address, { localProviders: true, allowedHosts: [] })).toThrow(
        'it must begin with https://',
      );
  },
);

test.each([
  ['LOCALHOST', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['127.1', true],
  ['::ffff:128.0.0.1', false],
  ['', false],
  ['.', false],
  ['localhost:80', false],
  ['localhost/x', false],
  ['x@localhost', false],
  ['localhos%74', false],
  ['[localhost', false],
  ['127.0.0.999', false],
])('a host as a person writes it: %s', (host, local) => {
  expect(isLoopback(host)).toBe(local);
});

test('a key is bound to scheme, host and port', () => {
  expect(originOf('https://api.example.com:8443/a/v1')).toBe('https://api.example.com:8443');
  expect(() => originOf('api.example.com')).toThrow(TypeError);
});

test.each(['ftp://localhost', 'x', ''])('no key travels to "%s"', address => {
  expect(mayCarryKey(address)).toBe(false);
});

test.each([
  ['localhost:11434/v1', 'http://localhost:11434/v1'],
  ['localhost.:1', 'http://localhost.:1'],
  ['127.5.0.1', 'http://127.5.0.1'],
  ['[::1]:80', 'http://[::1]:80'],
  ['example.com', 'https://example.com'],
  ['HTTP://example.com', 'HTTP://example.com'],
])('a scheme left away is added: %s', (given, full) => {
  expect(withScheme(given)).toBe(full);
});

test.each([
  ['https://eu.example.com', 'https://us.example.com', true],
  ['https://eu.example.com', 'https://eu.example.com/other', false],
  ['https://eu.example.com', 'http://us.example.com', false],
  ['https://eu.example.com', 'http://localhost:1', false],
  ['https://eu.example.com', 'https://localhost:1', false],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2', true],
  ['http://127.0.0.1:1', 'https://us.example.com', true],
  ['https://eu.example.com', 'https://a@us.example.com', false],
])('from %s a request with a key may be led to %s: %s', (from, to, may) => {
  expect(mayBeLed(new URL(from), new URL(to))).toBe(may);
});
