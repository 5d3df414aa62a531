import { expect, test, vi } from 'vitest';
import { sightlineVersion } from '../../src/base/node/sightlineVersion.ts';
import { isOlder } from '../../src/service/http/clientVersion.ts';
import { ownHosts } from '../../src/service/http/hostCheck.ts';
import { createRateLimits } from '../../src/service/http/rateLimit.ts';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { selfSigned } from '../support/provider/selfSigned.ts';
import { testApp, testOrigin } from '../support/service/testApp.ts';
import type { TestApp } from '../support/service/testApp.ts';

function someKey({ store }: TestApp, { workspace, actor }: ReturnType<TestApp['person']>): string {
  return createServiceKey(store, { workspaceId: workspace.id, name: 'k', prefix: 'sl_', actor }).key;
}

test('too many requests of a key: 429 with the time to come again; other keys and categories go on', async () => {
  const service = testApp({ limits: createRateLimits({ default: 3, gateway: 1 }) });
  const person = service.person('busy');
  const [key, other] = [someKey(service, person), someKey(service, person)];
  const statuses = [];
  for (let n = 0; n < 4; n += 1)
    statuses.push((await service.ask('GET', '/api/account/summary', { key })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const { body, headers } = await service.ask('GET', '/api/teams', { key });
  expect(body).toEqual({ error: 'Rate limit exceeded' });
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '');
  expect(Math.abs(reset - Date.now() - seconds * 1000)).toBeLessThan(2000);
  expect((await service.ask('GET', '/api/account/summary', { key: other })).status).toBe(200);
  const ask = { key, body: { model: 'offline/describer', input: 'hi' } };
  expect((await service.ask('POST', '/api/v1/responses', ask)).status).toBe(200);
  expect((await service.ask('POST', '/api/v1/responses', ask)).status).toBe(429);
});

test('after a minute the count begins anew, and nothing of it is kept', async () => {
  vi.useFakeTimers();
  try {
    const limits = createRateLimits({ default: 1 });
    await limits.take('key', 'default');
    await expect(limits.take('key', 'default')).rejects.toMatchObject({ status: 429 });
    vi.advanceTimersByTime(60_001);
    await limits.take('key', 'default');
    vi.advanceTimersByTime(60_001);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a flood from many addresses takes a bounded number of counters', async () => {
  vi.useFakeTimers();
  try {
    const limits = createRateLimits({ default: 1e9 });
    for (let n = 0; n < 6_000; n += 1) await limits.takeUnknown(`2001:db8:${n.toString(16)}:1::1`, 'key');
    expect(vi.getTimerCount()).toBeLessThanOrEqual(4096);
  } finally {
    vi.useRealTimers();
  }
});

test('guessing keys is slowed down, and who has a key does not notice', async () => {
  const service = testApp({ limits: createRateLimits({ default: 5 }) });
  const key = someKey(service, service.person('calm'));
  const guess = async (n: number) =>
    (await service.ask('GET', '/api/account/summary', { key: `sl_${String(n).padStart(40, '0')}` })).status;
  const statuses = [];
  for (let n = 0; n < 7; n += 1) statuses.push(await guess(n));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await service.ask('GET', '/api/account/summary', { key })).status).toBe(200);
});

test('an old client is told which version is needed; others are served', async () => {
  const service = testApp({ minClient: '1.2.0' });
  const key = someKey(service, service.person('user'));
  const as = (agent: string) =>
    service.ask('GET', '/api/account/summary', { key, headers: { 'user-agent': agent } });
  const old = await as('sightline/1.1.9');
  expect([old.status, old.body]).toEqual([
    426,
    { error: 'This service needs Sightline 1.2.0 or newer. Please update Sightline.' },
  ]);
  expect((await as('openai/7 sightline/0.9.0 (linux)')).status).toBe(426);
  for (const agent of [
    'sightline/1.2.0',
    'sightline/1.10.0',
    'sightline/2.0.0-beta',
    'curl/8',
    'sightline/next',
  ])
    expect((await as(agent)).status, agent).toBe(200);
});

test.each([
  ['1.2.3', '1.2.3', false],
  ['1.2.3', '1.10.0', true],
  ['2.0.0', '1.9.9', false],
  ['0.9.9', '1.0.0', true],
  ['unknown', '1.0.0', false],
])('%s before %s: %s', (one, other, older) => expect(isOlder(one, other)).toBe(older));

test('a body of more than 256 KiB is refused, the gateway takes pictures', async () => {
  const service = testApp();
  const { session } = service.team().members.owner;
  const large = await service.ask('POST', '/api/api-keys', { session, body: { name: 'x'.repeat(300_000) } });
  expect([large.status, large.body]).toEqual([413, { error: 'The request is larger than 256 KB' }]);
  const key = someKey(service, service.person('painter'));
  const ask = (length: number) =>
    service.ask('POST', '/api/v1/responses', {
      key,
      body: { model: 'offline/describer', input: 'x'.repeat(length) },
    });
  expect((await ask(400_000)).status).toBe(200);
  expect((await ask(33 * 1024 * 1024)).status).toBe(413);
});

test('the body of somebody unknown is not even read', async () => {
  const { app } = testApp();
  const endless = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(1024)) });
  const request = new Request('http://localhost/api/v1/responses', {
    method: 'POST',
    headers: { authorization: 'Bearer sl_unknown', 'transfer-encoding': 'chunked' },
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect((await app.request(request)).status).toBe(401);
});

test('a body without a length is read as far as it may be long', async () => {
  const service = testApp();
  const key = someKey(service, service.person('streamer'));
  let sent = 0;
  const endless = new ReadableStream({
    pull: controller => {
      sent += 1;
      controller.enqueue(new Uint8Array(1 << 20).fill(0x20));
    },
  });
  const request = new Request('http://localhost/api/v1/responses', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    },
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect((await service.app.request(request)).status).toBe(413);
  expect(sent).toBeLessThan(40);
});

test('a body that is no JSON is refused', async () => {
  const service = testApp();
  const { session } = service.team().members.owner;
  const as = (type: string) =>
    service.ask('POST', '/api/api-keys', { session, body: 'name=x', headers: { 'content-type': type } });
  expect((await as('application/x-www-form-urlencoded')).status).toBe(415);
  expect((await as('text/plain')).status).toBe(415);
  expect((await as('application/json')).status).toBe(400);
});

test.each([
  'evil.example',
  'evil.example:80',
  'localhost.evil.example',
  '192.168.0.7:3000',
  '127.0.0.1.evil.example',
])('a request under the host name %s is refused, even with a good key', async host => {
  const service = testApp();
  const key = someKey(service, service.person('user'));
  const { status } = await service.ask('GET', '/api/account/summary', { key, headers: { host } });
  expect(status).toBe(421);
});

test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST', 'localhost.'])(
  'a request under %s is served',
  async host => {
    const service = testApp();
    const key = someKey(service, service.person('user'));
    const { status } = await service.ask('GET', '/api/account/summary', { key, headers: { host } });
    expect(status).toBe(200);
  },
);

test('a service for others answers under its addresses, its public name and its certificate', () => {
  const shared = ownHosts({ host: '0.0.0.0', publicUrl: 'https://keys.example.com' });
  expect(['192.168.0.7', '[fe80::1]', 'keys.example.com', 'localhost'].map(shared)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['evil.example', 'example.com'].map(shared)).toEqual([false, false]);
  const certified = ownHosts({ host: '0.0.0.0', certificate: selfSigned.cert });
  expect(['localhost', 'evil.example'].map(certified)).toEqual([true, false]);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }],
  ['an origin that is hidden', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['an address that was typed', { 'sec-fetch-site': 'none' }],
])('a change from %s is refused with the session of the person', async (_where, headers) => {
  const service = testApp();
  const { session } = service.team().members.owner;
  const body = { name: 'x' };
  expect((await service.ask('POST', '/api/api-keys', { session, body, headers })).status).toBe(403);
  const made = await service.ask<{ keyId: string }>('POST', '/api/api-keys', { session, body });
  const { keyId } = made.body;
  expect((await service.ask('DELETE', `/api/api-keys?keyId=${keyId}`, { session, headers })).status).toBe(
    403,
  );
  expect((await service.ask('GET', `/api/api-keys/${keyId}/value`, { session, headers })).status).toBe(403);
  expect((await service.ask('DELETE', '/api/session', { session, headers })).status).toBe(403);
});

test('a change with a session that names no origin at all is refused', async () => {
  const { ask, team, store } = testApp();
  const { session } = team().members.owner;
  const headers = { cookie: `sightline_${store.id}=${session}` };
  const { status, body } = await ask('POST', '/api/api-keys', { headers, body: { name: 'x' } });
  expect([status, body]).toEqual([403, { error: 'Requests from other sites are not allowed' }]);
});

test('nobody is signed in from another site', async () => {
  const { ask } = testApp();
  const headers = { origin: 'https://evil.example' };
  expect((await ask('POST', '/api/session', { headers, body: { token: 'x'.repeat(43) } })).status).toBe(403);
});

test('answers carry the security headers, and none of CORS, whatever is asked', async () => {
  const service = testApp();
  const key = someKey(service, service.person('user'));
  const origin = 'https://evil.example';
  for (const [method, path] of [
    ['GET', '/api/account/summary'],
    ['OPTIONS', '/api/api-keys'],
    ['GET', '/nowhere'],
  ] as const) {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const answer = await service.ask(method, path, { key, headers });
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
});

test('what does not exist is told in the same form', async () => {
  const { ask } = testApp();
  const { status, body } = await ask('GET', '/api/nowhere');
  expect([status, body]).toEqual([404, { error: 'Not found' }]);
});

test('what nobody foresaw tells the client nothing and is logged', async () => {
  const service = testApp();
  const { session } = service.team().members.owner;
  service.store.database.run('ALTER TABLE activity RENAME TO elsewhere');
  const { status, body } = await service.ask('GET', '/api/activity', { session });
  expect([status, body]).toEqual([500, { error: 'Internal error' }]);
  expect(service.log.map(({ message }) => message)).toContainEqual(expect.stringContaining('no such table'));
});

test('the address of health answers under any host name, says one word, and is not logged', async () => {
  const service = testApp();
  const { status, body } = await service.ask('GET', '/healthz', { headers: { host: '10.0.0.7:8080' } });
  expect([status, body]).toEqual([200, { status: 'ok' }]);
  expect(service.log).toEqual([]);
});

test('search engines are told to stay away', async () => {
  const { status, body } = await testApp().ask('GET', '/robots.txt');
  expect([status, body]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
});

test('/api says where the API is described', async () => {
  const { ask } = testApp();
  const { status, body } = await ask<string>('GET', '/api');
  expect(status).toBe(200);
  expect(body).toContain(`${testOrigin}/api/openapi.json`);
});

test('the description names its version, and each operation by an id of its own and a tag', async () => {
  const { ask } = testApp();
  const { body } = await ask<ApiDescription>('GET', '/api/openapi.json');
  expect(body.info).toMatchObject({ version: sightlineVersion(), license: { name: 'MIT' } });
  const operations = Object.values(body.paths).flatMap(methods => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter(id => !/^[a-z]+[A-Za-z0-9]+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(body.paths['/api/invitations/{inviteId}/link']?.post).toMatchObject({
    operationId: 'postInvitationsByInviteIdLink',
    tags: ['invitations'],
  });
  expect(operations.filter(({ tags }) => tags.length !== 1)).toEqual([]);
});

interface ApiDescription {
  info: object;
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}

test('a proxy that does not pass the host name on is named; another site still is another site', async () => {
  const service = testApp({ address: () => 'https://keys.example.com', behindProxy: true });
  const { session } = service.team().members.owner;
  const from = (origin: string) =>
    service.ask('POST', '/api/api-keys', {
      session,
      body: { name: 'x' },
      headers: { origin, host: '127.0.0.1:8080' },
    });
  const proxied = await from('https://keys.example.com');
  expect([proxied.status, proxied.body]).toEqual([
    403,
    { error: 'The Host header is not keys.example.com: the proxy in front of the service must pass it on' },
  ]);
  const foreign = await from('https://evil.example');
  expect([foreign.status, foreign.body]).toEqual([
    403,
    { error: 'Requests from other sites are not allowed' },
  ]);
});
