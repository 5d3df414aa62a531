import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { PlatformClient } from '../../../src/platform/platformClient.ts';
import type { PlatformClientOptions } from '../../../src/platform/platformClient.ts';
import { startEndlessServer } from '../../support/endlessServer.ts';
import { startTestService } from '../../support/testService.ts';
import type { ScriptedAnswer, TestService } from '../../support/testService.ts';

const key = 'ul_c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const summary = '/api/account/summary';
const page = { headers: { 'content-type': 'text/html' } };
let service: TestService;

beforeEach(async () => void (service = await startTestService()));
afterEach(async () => service.close());

function client(options: Partial<PlatformClientOptions> = {}): PlatformClient {
  const address = options.address ?? service.url;
  return new PlatformClient({
    address,
    key: { key, origin: new URL(address).origin },
    version: '1.2.3',
    ...options,
  });
}

/** The failure of asking for the account; no part of it holds the key. */
async function failure(options: Partial<PlatformClientOptions> = {}): Promise<SightlineError> {
  const error: unknown = await client(options)
    .accountSummary()
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!(error instanceof SightlineError)) throw new Error(`no failure but ${String(error)}`);
  expect(JSON.stringify([error.message, error.hint, String(error.cause)])).not.toContain(key);
  return error;
}

test('a good key: whose it is, asked with the key and our name', async () => {
  expect(await client({ address: `${service.url}/` }).accountSummary()).toEqual({
    username: 'ada',
    name: 'ada and friends',
  });
  expect(service.requests).toHaveLength(1);
  expect(service.requests[0]).toMatchObject({
    method: 'GET',
    path: summary,
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'sightline/1.2.3' },
  });
});

test('members that a newer service adds are no trouble', async () => {
  service.script(summary, { body: { username: 'ada', more: [1] } });
  expect(await client().accountSummary()).toEqual({ username: 'ada' });
});

test('a path prefix of the address stays', async () => {
  service.script(`/vision${summary}`, { body: { username: 'ada' } });
  await client({ address: `${service.url}/vision/` }).accountSummary();
  expect(service.requests.map(request => request.path)).toEqual([`/vision${summary}`]);
});

describe('a service without a summary is asked for its settings', () => {
  test('200 is a good key', async () => {
    service.script(summary, { status: 404, body: { error: 'Not found' } });
    service.script('/api/settings', { body: {} });
    expect(await client().accountSummary()).toBeUndefined();
    expect(service.authorizations).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  });

  test('401 is a wrong one', async () => {
    service.script(summary, { ...page, status: 404, body: '<!doctype html>' });
    service.script('/api/settings', { status: 401, body: { error: 'Invalid API key' } });
    expect((await failure()).code).toBe('keyRejected');
  });

  test('404 is no service', async () => {
    service.script(summary, { status: 404 });
    expect((await failure()).code).toBe('notAService');
  });
});

describe('each refusal is told apart, with its remedy', () => {
  test.each<[string, ScriptedAnswer, string, RegExp]>([
    [
      'wrong key',
      { status: 401, body: { error: 'Invalid API key' } },
      'keyRejected',
      /not accept this key \(Invalid API key\).*copied.*revoked.*variable.*too old/,
    ],
    ['wrong key without words', { status: 401 }, 'keyRejected', /not accept this key\./],
    [
      'no permission',
      { status: 403, body: { error: 'Permission denied for this operation' } },
      'permissionDenied',
      /access.*right workspace.*new key/,
    ],
    [
      'owner needed',
      { status: 403, body: { error: 'Workspace owner access required' } },
      'permissionDenied',
      /Ask the owner/,
    ],
    [
      'rate limit',
      { status: 429, headers: { 'retry-after': '7' }, body: { error: 'Rate limit exceeded' } },
      'rateLimited',
      /Wait 7 s.*dedicated endpoint/,
    ],
    [
      'too old',
      { status: 426, body: { error: 'Needs 2.0.0' } },
      'clientTooOld',
      /\(Needs 2\.0\.0\).*updateSightline/,
    ],
    ['bad request', { status: 400, body: { error: 'No such thing' } }, 'badRequest', /No such thing/],
    [
      'failed',
      { ...page, status: 502, body: `<html><title>502\n Bad Gateway</title><script>x</script>` },
      'providerFailed',
      /502 \(502 Bad Gateway\).*Try again later/,
    ],
    [
      'a web page',
      { ...page, body: '<!doctype html><title>Hello</title>' },
      'notAService',
      /sign-in page.*correctServiceAddress/,
    ],
    [
      'a page behind a sign-in',
      { ...page, status: 401, body: '<html>' },
      'notAService',
      /answered 401 with a web page/,
    ],
    ['other JSON', { body: { user: 'ada' } }, 'notAService', /another form/],
    ['no JSON', { body: 'OK' }, 'notAService', /another form/],
    ['nothing', { body: '' }, 'notAService', /another form/],
  ])('%s', async (_name, answer, code, words) => {
    service.script(summary, answer);
    const error = await failure();
    expect(error.code).toBe(code);
    expect(`${error.message} ${error.hint ?? ''} ${error.remedy?.kind ?? ''}`).toMatch(words);
    expect(service.requests).toHaveLength(1);
  });

  test('the wait of a rate limit is handed on in milliseconds', async () => {
    service.script(summary, { status: 429, headers: { 'retry-after': '7' } });
    expect(await failure()).toMatchObject({ status: 429, retryAfterMs: 7000 });
  });

  test('a service that repeats the key does not bring it to the screen', async () => {
    service.script(summary, { status: 401, body: { error: `Invalid API key ${key}${'x'.repeat(500)}` } });
    const { message } = await failure();
    expect(message).toContain('ul_c0ffee00…');
    expect(message.length).toBeLessThan(320);
  });
});

describe('without a connection', () => {
  test('nobody listens', async () => {
    const { url } = service;
    await service.close();
    const error = await failure({ address: url });
    expect(error.code).toBe('network');
    expect(error.message).toContain(new URL(url).origin);
    expect(error.message).toContain('ECONNREFUSED');
  });

  test('the server hangs up', async () => {
    service.script(summary, { drop: true });
    expect((await failure()).code).toBe('network');
  });

  test('no answer in time', async () => {
    service.script(summary, { hang: true });
    const error = await failure({ timeoutMs: 50 });
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('0.1 s');
  });

  test('URL-3: https where the server speaks http', async () => {
    expect((await failure({ address: service.url.replace('http:', 'https:') })).message).toContain(
      'does not speak https',
    );
  });

  test('what answers is no web server', async () => {
    const server = createServer(socket => socket.end('220 mail.example\r\n')).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await failure({ address })).code).toBe('network');
    server.close();
  });
});

test('stopping is no failure', async () => {
  service.script(summary, { hang: true });
  const controller = new AbortController();
  const asked = client().accountSummary(controller.signal);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});

describe('the key stays at its origin', () => {
  test('a redirect within it is followed with the key', async () => {
    service.script(summary, { status: 308, headers: { location: '/moved' } });
    service.script('/moved', { body: { username: 'ada' } });
    expect(await client().accountSummary()).toEqual({ username: 'ada' });
    expect(service.authorizations).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  });

  test('a redirect to another one is not followed', async () => {
    await using other = await startTestService();
    service.script(summary, { status: 302, headers: { location: `${other.url}${summary}` } });
    const error = await failure();
    expect(error.code).toBe('notAService');
    expect(error.message).toContain(other.url);
    expect(other.requests).toEqual([]);
  });

  test('a redirect in a circle ends', async () => {
    service.script(summary, { status: 302, headers: { location: summary } });
    expect((await failure()).message).toContain('circle');
    expect(service.requests.length).toBeLessThan(10);
  });

  test('a key of one service cannot be handed to another', async () => {
    await using other = await startTestService();
    expect(() => client({ key: { key, origin: other.url } })).toThrow(
      expect.objectContaining({ code: 'missingKey' }),
    );
    expect(service.requests).toEqual([]);
  });

  test('nor in plain http to another machine', () => {
    expect(() => client({ address: 'http://service.example' })).toThrow(/could be read on the way/);
  });

  test.each(['', 'undefined', key.slice(1)])('KEY-2: no request without a real key: "%s"', wrong => {
    expect(() => client({ key: { key: wrong, origin: service.url } })).toThrow(
      expect.objectContaining({ code: 'missingKey' }),
    );
  });
});

describe('repeating', () => {
  const limited = { status: 429, headers: { 'retry-after': '3' } };

  test('waits as asked, then with growing pauses', async () => {
    service.script(summary, limited, limited, limited, { body: { username: 'ada' } });
    const pauses: number[] = [];
    const told: number[] = [];
    const repeating = client({
      maxRetries: 3,
      onPause: pause => told.push(pause),
      sleep: async pause => {
        await Promise.resolve(pauses.push(pause));
      },
    });
    expect(await repeating.accountSummary()).toEqual({ username: 'ada' });
    expect(pauses).toEqual([3000, 3000, 4000]);
    expect(told).toEqual(pauses);
  });

  test('gives up after its number, and at once where the wait is too long', async () => {
    service.script(summary, limited);
    const sleep = async (): Promise<void> => Promise.resolve();
    expect((await failure({ maxRetries: 2, sleep })).code).toBe('rateLimited');
    expect(service.requests).toHaveLength(3);
    service.script(summary, { status: 429, headers: { 'retry-after': '3600' } });
    expect(await failure({ maxRetries: 2, sleep })).toMatchObject({ retryAfterMs: 3_600_000 });
    expect(service.requests).toHaveLength(4);
  });

  test('can be stopped while it waits', async () => {
    service.script(summary, limited);
    const controller = new AbortController();
    const asked = client({ maxRetries: 1, onPause: () => controller.abort() }).accountSummary(
      controller.signal,
    );
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(service.requests).toHaveLength(1);
  });
});

test.each([200, 500])('B6: an answer (%i) without an end is left, and said', async status => {
  const { port, open } = await startEndlessServer({ status, gzip: true });
  const { code } = await failure({ address: `http://127.0.0.1:${port}` });
  expect(code).toBe(status === 200 ? 'notAService' : 'providerFailed');
  await expect.poll(open).toBe(0);
});

test('W25: the key for a name below localhost goes to this machine', async () => {
  const address = service.url.replace('127.0.0.1', 'sightline.localhost');
  expect(await client({ address }).accountSummary()).toMatchObject({ username: 'ada' });
});

describe('a service that leads to the region of the key', () => {
  /** Answers with the region at `origin`. */
  const leadTo = (origin: string): ScriptedAnswer => ({
    status: 421,
    headers: { location: `${origin}${summary}` },
    body: { error: 'This key belongs to the region us' },
  });

  test('is followed once, and what comes after goes there at once', async () => {
    await using region = await startTestService();
    service.script(summary, leadTo(region.url));
    const asking = client();
    expect(await asking.accountSummary()).toMatchObject({ username: 'ada' });
    expect(asking.address.origin).toBe(region.url);
    await asking.accountSummary();
    expect([service.requests.length, region.authorizations]).toEqual([1, [`Bearer ${key}`, `Bearer ${key}`]]);
  });

  test('that is itself, or leads back, is not followed in a circle', async () => {
    service.script(summary, leadTo(service.url));
    expect((await failure()).code).toBe('keyRejected');
    expect(service.requests).toHaveLength(1);
    await using region = await startTestService();
    region.script(summary, leadTo(service.url));
    service.script(summary, leadTo(region.url));
    expect((await failure()).message).toContain('belongs to the region us');
    expect([service.requests.length, region.requests.length]).toEqual([2, 1]);
  });

  test('is not followed with a key that is bound to the service', async () => {
    await using region = await startTestService();
    service.script(summary, leadTo(region.url));
    const { code, remedy } = await failure({ key: { key, origin: service.url, bound: true } });
    expect([code, remedy?.kind]).toEqual(['keyRejected', 'correctServiceAddress']);
    expect(region.requests).toEqual([]);
  });

  test.each([
    'http://region.example.com',
    'ftp://region.example.com',
    'https://a:b@region.example.com',
    'nowhere',
  ])('is not followed to %s', async address => {
    service.script(summary, leadTo(address));
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return globalThis.fetch(input, init);
    };
    expect((await failure({ fetch })).code).toBe('keyRejected');
    expect(asked).toEqual([`${service.url}${summary}`]);
  });
});
