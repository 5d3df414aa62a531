import { describe, expect, test } from 'vitest';
import { ValueError } from '../../../src/base/errors.ts';
import {
  isLoopback,
  normalizeBaseURL,
  originOf,
  sendsKeyInClear,
} from '../../../src/inference/providers/baseUrl.ts';
import { askIt, destination, formats, useTestProvider } from './providerTest.ts';

describe('on the wire', () => {
  const provider = useTestProvider();

  for (const api of formats) {
    const end = api === 'responses' ? '/responses' : '/chat/completions';
    test.each([
      ['/v1', '/v1'],
      ['/v1/', '/v1'],
      ['/v1//', '/v1'],
      [' /v1 ', '/v1'],
      ['/v1/chat/completions', '/v1'],
      ['/v1/chat/completions/', '/v1'],
      ['/v1/responses', '/v1'],
      ['/api/x/together/v1', '/api/x/together/v1'],
    ])(`URL-1: %j leads to one endpoint of ${api}`, async (spelling, path) => {
      const server = new URL(provider.url).origin;
      const address = spelling.startsWith(' ') ? ` ${server}${spelling.trim()} ` : server + spelling;
      const { answer } = await askIt(destination(address, api));
      expect(answer?.reason).toBe('complete');
      expect(provider.requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([
        `POST ${path}${end}`,
      ]);
    });
  }

  test('a query in the address goes along', async () => {
    await askIt(destination(`${provider.url}/?api-version=preview`));
    expect(provider.requests[0]?.path).toBe('/v1/chat/completions?api-version=preview');
  });
});

test.each([
  ['https://api.example.com/v1#part', 'https://api.example.com/v1'],
  ['"https://api.example.com/v1"', 'https://api.example.com/v1'],
  ['HTTPS://API.Example.com/V1', 'https://api.example.com/V1'],
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/v1/models', 'https://api.example.com/v1'],
  ['api.example.com/v1', 'https://api.example.com/v1'],
  ['localhost:11434/v1', 'http://localhost:11434/v1'],
  ['127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
])('the address %j is read as %s', (spelling, address) => {
  expect(normalizeBaseURL(spelling)).toBe(address);
  expect(normalizeBaseURL(address)).toBe(address);
});

test.each([
  '',
  '  ',
  'http://',
  'ftp://example.com/v1',
  'not an address',
  'https://me:secret@example.com/v1',
])('the address %j is refused in plain words', spelling => {
  expect(() => normalizeBaseURL(spelling)).toThrow(ValueError);
  expect(() => normalizeBaseURL(spelling)).not.toThrow('secret');
});

test('a key is bound to scheme, host and port', () => {
  expect(originOf('https://api.example.com:8443/a/v1')).toBe('https://api.example.com:8443');
});

test.each([
  ['http://localhost:1/v1', true],
  ['http://127.0.0.1/v1', true],
  ['http://127.8.9.10/v1', true],
  ['http://[::1]/v1', true],
  ['http://dev.localhost/v1', true],
  ['http://127.0.0.1.example.com/v1', false],
  ['http://localhost.example.com/v1', false],
  ['http://192.168.1.5/v1', false],
])('%s lies on this machine: %s', (address, loopback) => {
  expect(isLoopback(address)).toBe(loopback);
});

test.each([
  ['http://192.168.1.5:8080/v1', true],
  ['http://gpu.example.com/v1', true],
  ['https://gpu.example.com/v1', false],
  ['http://localhost:8080/v1', false],
  ['http://[::1]:8080/v1', false],
])('URL-3 (c): %s would show a key on the way: %s', (address, clear) => {
  expect(sendsKeyInClear(address)).toBe(clear);
});
