import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRateLimits } from '../../src/service/http/rateLimit.ts';
import { makeSignInLink } from '../../src/service/makeSignInLink.ts';
import { startService } from '../../src/service/startService.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { rotateMasterKey } from '../../src/service/store/rotateMasterKey.ts';
import { makeSignInToken } from '../../src/service/store/sessions.ts';
import { selfSigned } from '../support/provider/selfSigned.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { testApp } from '../support/service/testApp.ts';

const wrong = { token: 'a-token-that-nobody-was-ever-given-0123456789' };
const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

test('W3: nobody is kept from signing in by wrong links, by other sites or by guessed keys', async () => {
  const service = testApp({ limits: createRateLimits({ default: 5 }) });
  const { user } = service.person('person');
  const post = async (body: object, headers = {}) =>
    (await service.ask('POST', '/api/session', { body, headers })).status;
  const link = () => ({ token: makeSignInToken(service.store, user.id, 'personal').token });
  // Another site's requests do not count at all.
  for (let n = 0; n < 20; n += 1) expect(await post(wrong, foreign)).toBe(403);
  const tried = [];
  for (let n = 0; n < 7; n += 1) tried.push(await post(wrong));
  expect(tried).toEqual([401, 401, 401, 401, 401, 429, 429]);
  for (let n = 0; n < 7; n += 1) expect(await post(link())).toBe(200);
  // Keys have a counter of their own.
  expect((await service.ask('GET', '/api/account/summary', { key: `sl_${'0'.repeat(40)}` })).status).toBe(
    401,
  );
});

test('W8: a data folder that was restored with rights for others is closed to them, and that is reported', async () => {
  const dataDir = dataFolder();
  const log: string[] = [];
  await (await startService({ dataDir })).close();
  chmodSync(dataDir, 0o755);
  for (const name of ['sightline.db', 'master.key']) chmodSync(join(dataDir, name), 0o644);
  const service = await startService({
    dataDir,
    log: ({ level, message }) => log.push(`${level} ${message}`),
  });
  onTestFinished(() => service.close());
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  for (const name of ['sightline.db', 'sightline.db-wal', 'master.key'])
    expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
  for (const place of [dataDir, join(dataDir, 'sightline.db'), join(dataDir, 'master.key')])
    expect(log).toContainEqual(expect.stringMatching(`^warn ${place} was accessible to other accounts`));
});

test('CLI-1: a master key that others may read is reported by a rotation too', () => {
  const { dataDir } = testApp();
  chmodSync(join(dataDir, 'master.key'), 0o644);
  const log: string[] = [];
  rotateMasterKey({ dataDir, log: ({ message }) => log.push(message) });
  expect(log).toEqual([expect.stringContaining('master.key was accessible to other accounts (mode 644)')]);
});

test('CLI-1: rotating and making a link in a mistyped data folder fail and make no folder', () => {
  const dataDir = join(dataFolder(), 'mistyped');
  const error = `There is no service data in ${dataDir}.`;
  expect(() => rotateMasterKey({ dataDir })).toThrow(error);
  expect(() => makeSignInLink({ dataDir, url: 'https://x.example', username: 'owner' })).toThrow(error);
  expect(existsSync(dataDir)).toBe(false);
});

test('W11: teams of a person and keys of a workspace have an upper number', async () => {
  const { ask, person, store } = testApp();
  const { session, workspace } = person('eager');
  const team = async (n: number) =>
    ask('POST', '/api/teams', { session, body: { username: `team-${n}`, fullName: 'T' } });
  for (let n = 0; n < 50; n += 1) expect((await team(n)).status).toBe(201);
  const refused = await team(50);
  expect([refused.status, refused.body]).toEqual([409, { error: 'A person owns at most 50 teams' }]);

  const row = `INSERT INTO service_keys VALUES (?, ?, 'k', 'sl_01234567', randomblob(32), x'02', 'x', 1, NULL, 0, NULL)`;
  for (let n = 0; n < 999; n += 1) store.database.run(row, `key_${n}`, workspace.id);
  const key = () => ask('POST', '/api/api-keys', { session, body: { name: 'k' } });
  expect((await key()).status).toBe(201);
  const full = await key();
  expect([full.status, full.body['error']]).toEqual([409, expect.stringContaining('at most 1,000 keys')]);
});

test('W11: so have hosts and providers of a workspace, and seats of a team', async () => {
  const { ask, team, store } = testApp();
  const { workspace, members } = team();
  const { session } = members.owner;
  for (let n = 0; n < 1000; n += 1) {
    store.database.run(
      "INSERT INTO hosts (id, workspace_id, name, created_at) VALUES (?, ?, 'h', 1)",
      `host_${n}`,
      workspace.id,
    );
    if (n < 100)
      store.database.run(
        "INSERT INTO provider_keys VALUES (?, ?, ?, 'p', 'https://x.example', '', NULL, 1, 1)",
        `provider_${n}`,
        workspace.id,
        `p-${n}`,
      );
    if (n < 996)
      store.database.run(
        "INSERT INTO invitations VALUES (?, ?, ?, 'viewer', 'owner', 1, NULL, NULL)",
        `i_${n}`,
        workspace.id,
        `i${n}@x.example`,
      );
  }
  const tries = [
    ['POST', '/api/hosts', { name: 'one more' }],
    ['PUT', '/api/provider-keys/one-more', { key: 'k-0123456789', baseUrl: 'https://x.example/v1' }],
    ['POST', '/api/members', { email: 'one.more@x.example', role: 'viewer' }],
  ] as const;
  for (const [method, path, body] of tries)
    expect([path, (await ask(method, `${path}?owner=acme`, { session, body })).status]).toEqual([path, 409]);
  // What is there can still be changed.
  const again = { email: 'i1@x.example', role: 'editor' };
  expect((await ask('POST', '/api/members?owner=acme', { session, body: again })).status).toBe(200);
});

test('W12: https and http of one name are two origins', async () => {
  const service = await startService({ dataDir: dataFolder() });
  onTestFinished(() => service.close());
  const post = async (origin: string) => {
    const headers = { 'content-type': 'application/json', origin };
    const init = { method: 'POST', headers, body: JSON.stringify(wrong) };
    return (await fetch(`${service.url}/api/session`, init)).status;
  };
  expect(await post(service.url)).toBe(401);
  for (const origin of [service.url.replace('http:', 'https:'), 'http://127.0.0.1', 'null', 'x'])
    expect([origin, await post(origin)]).toEqual([origin, 403]);
});

test('W12: behind a proxy the origin has the scheme of the public URL', async () => {
  const service = testApp({
    behindProxy: true,
    secure: true,
    address: () => 'https://keys.example',
    isOwnHost: () => true,
  });
  const post = async (origin: string, host = 'keys.example') =>
    (await service.ask('POST', '/api/session', { body: wrong, headers: { origin, host } })).status;
  expect(await post('https://keys.example')).toBe(401);
  expect(await post('https://keys.example', 'keys.example:443')).toBe(401);
  expect(await post('http://keys.example')).toBe(403);
});

test.each<[string, Partial<ServiceOptions>, RegExp]>([
  [
    'W13: http behind a proxy',
    { behindProxy: true, publicUrl: 'http://keys.example' },
    /must start with https/,
  ],
  ['W13: http without one', { publicUrl: 'http://keys.example' }, /must start with https/],
  [
    'CLI-2: https that nobody speaks',
    { publicUrl: 'https://keys.example:8443' },
    /needs TLS files, or a proxy/,
  ],
  [
    'CLI-2: http where TLS is spoken',
    { publicUrl: 'http://localhost:1', tls: selfSigned },
    /must start with https/,
  ],
  ['CLI-2: any free port', { publicUrl: 'http://localhost:8080', port: 0 }, /the port must be fixed/],
])('%s is refused as a public URL', async (_name, options, words) => {
  const dataDir = join(dataFolder(), 'data');
  await expect(startService({ dataDir, ...options })).rejects.toThrow(words);
  expect(existsSync(dataDir)).toBe(false);
});

test('CLI-2: without a port it listens on that of the public URL, and says where where that is another', async () => {
  const probe = await startService({ dataDir: dataFolder() });
  const port = Number(new URL(probe.url).port);
  await probe.close();
  const direct = await startService({ dataDir: dataFolder(), publicUrl: `http://localhost:${port}` });
  expect([direct.url, direct.listening]).toEqual([`http://localhost:${port}`, `http://127.0.0.1:${port}`]);
  await direct.close();
  const proxied = await startService({
    dataDir: dataFolder(),
    behindProxy: true,
    publicUrl: 'https://keys.example',
  });
  expect(proxied.listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await proxied.close();
});

test('W13: a public http address is taken for this machine, also behind a proxy', async () => {
  const publicUrl = 'http://localhost:9999';
  const service = await startService({ dataDir: dataFolder(), behindProxy: true, publicUrl });
  expect(service.url).toBe(publicUrl);
  await service.close();
});

test('W15: a name of invisible characters alone is refused', async () => {
  const { ask, person } = testApp();
  const { session } = person('ghost');
  const answer = await ask('POST', '/api/api-keys', { session, body: { name: '\u200B\u202E' } });
  expect(answer.status).toBe(400);
});
