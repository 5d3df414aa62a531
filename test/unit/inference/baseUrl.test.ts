import { describe, expect, test } from 'vitest';
import { ValueError } from '../../../src/base/errors.ts';
import { normalizeBaseURL } from '../../../src/inference/providers/baseUrl.ts';
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
