import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { sessionListShape } from '../../src/platform/shapes.ts';
import { browserName } from '../../src/service/http/browserName.ts';
import { startService } from '../../src/service/startService.ts';
import { openDatabase } from '../../src/service/store/database.ts';
import { storeFile } from '../../src/service/store/dataFolder.ts';
import { migrations } from '../../src/service/store/migrations.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { firstOwner } from '../../src/service/store/people.ts';
import {
  hasSignedIn,
  listSessions,
  makeSignInToken,
  startSession,
} from '../../src/service/store/sessions.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { linkToken } from '../support/service/linkToken.ts';
import { signedIn } from '../support/service/signedIn.ts';
import { testApp } from '../support/service/testApp.ts';
import type { TestApp } from '../support/service/testApp.ts';

type Listed = z.infer<typeof sessionListShape>['sessions'];

async function listed({ ask }: TestApp, session: string): Promise<Listed> {
  return (await ask<{ sessions: Listed }>('GET', '/api/sessions', { session })).body.sessions;
}

/** The statuses that sessions get now. */
async function statuses({ ask }: TestApp, ...sessions: string[]): Promise<number[]> {
  return Promise.all(sessions.map(async session => (await ask('GET', '/api/session', { session })).status));
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('W7: sessions are listed with browser and times, and each can be ended by its own person alone', async () => {
  const service = testApp();
  const { owner, viewer } = service.team().members;
  service.advance(60_000);
  const { token } = makeSignInToken(service.store, owner.user.id, 'personal');
  const headers = { 'user-agent': firefox };
  const signed = await service.ask('POST', '/api/session', { body: { token }, headers });
  const second = /=([^;]*)/.exec(signed.headers.get('set-cookie') ?? '')?.[1] ?? '';
  service.advance(10 * 60_000);
  const [mine, other] = await listed(service, owner.session);
  expect([mine?.current, other?.current, other?.browser]).toEqual([true, false, 'Firefox on Linux']);
  expect(Date.parse(mine?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(mine?.createdAt ?? ''));
  expect(JSON.stringify([mine, other])).not.toContain(second);

  const end = async (session: string, id = '') =>
    (await service.ask('DELETE', `/api/sessions/${id}`, { session })).status;
  expect(await end(viewer.session, other?.sessionId)).toBe(404);
  expect(await statuses(service, second)).toEqual([200]);
  expect(await end(owner.session, other?.sessionId)).toBe(200);
  expect(await statuses(service, second, owner.session)).toEqual([401, 200]);
  expect(await end(owner.session, other?.sessionId)).toBe(404);
  expect(await listed(service, owner.session)).toHaveLength(1);
});

test('W7: signing out everywhere ends all sessions of the person and their unused links, and no others', async () => {
  const service = testApp();
  const { owner, viewer } = service.team().members;
  const second = startSession(service.store, owner.user.id, '');
  const { token } = makeSignInToken(service.store, owner.user.id, 'operator');
  const done = await service.ask('DELETE', '/api/sessions', { session: owner.session });
  expect([done.status, done.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  expect(await statuses(service, owner.session, second, viewer.session)).toEqual([401, 401, 200]);
  expect((await service.ask('POST', '/api/session', { body: { token } })).status).toBe(401);
});

test('W7: a transfer of ownership ends all sessions and links of both; the browser that asked goes on', async () => {
  const service = testApp();
  const { owner, admin, viewer } = service.team().members;
  const second = startSession(service.store, owner.user.id, '');
  const { token } = makeSignInToken(service.store, owner.user.id, 'personal');
  const answer = await service.ask('POST', '/api/members/transfer-ownership?owner=acme', {
    session: owner.session,
    body: { targetUserId: admin.user.id },
  });
  expect(answer.status).toBe(200);
  const fresh = /=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const all = [owner.session, second, admin.session, viewer.session, fresh];
  expect(await statuses(service, ...all)).toEqual([401, 401, 401, 200, 200]);
  expect((await service.ask('POST', '/api/session', { body: { token } })).status).toBe(401);
});

test('W7: signing in again in one browser ends its former session', async () => {
  const service = testApp();
  const { session, user } = service.team().members.owner;
  const { token } = makeSignInToken(service.store, user.id, 'personal');
  expect((await service.ask('POST', '/api/session', { session, body: { token } })).status).toBe(200);
  expect(await statuses(service, session)).toEqual([401]);
  expect(listSessions(service.store, user.id)).toHaveLength(1);
});

test('W7: a person has at most 100 sessions and 100 unused links; the oldest make room', () => {
  const { store, person, advance } = testApp();
  const { user, session } = person('busy');
  const first = makeSignInToken(store, user.id, 'operator').token;
  for (let n = 0; n < 100; n += 1) {
    advance(1);
    startSession(store, user.id, '');
    makeSignInToken(store, user.id, 'personal');
  }
  expect(listSessions(store, user.id)).toHaveLength(100);
  const links = store.database.get<{ n: number }>('SELECT count(*) AS n FROM sign_in_links');
  expect(links?.n).toBe(100);
  expect([session, first]).not.toContain('');
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['<script>alert(1)</script>', ''],
  ['x'.repeat(100_000), ''],
])('W7: %.60s is told as “%s”', (agent, name) => expect(browserName(agent)).toBe(name));

test('W6: the link of a start replaces those of earlier starts, and none is made once the owner has signed in', async () => {
  const dataDir = dataFolder();
  let now = Date.now();
  const start = () => startService({ dataDir, clock: () => now });
  const first = await start();
  await first.close();
  const second = await start();
  const use = (url: string, link: string | undefined) =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ token: linkToken(link) }),
    });
  expect((await use(second.url, first.signInUrl)).status).toBe(401);
  expect((await use(second.url, second.signInUrl)).status).toBe(200);
  await second.close();
  // Also when the session has ended long ago.
  now += 400 * 24 * 60 * 60 * 1000;
  const third = await start();
  expect(third.signInUrl).toBeUndefined();
  const browser = await signedIn({
    url: third.url,
    signInUrl: `${third.url}/#token=${third.makeSignInToken()}`,
  });
  expect((await browser.ask('GET', '/api/session')).status).toBe(200);
  await third.close();
});

test('W6: in a data folder of version 0.2, whoever has a session gets no link, and the old links are gone', () => {
  for (const used of [true, false]) {
    const dataDir = dataFolder();
    const old = openDatabase(dataDir, migrations.slice(0, 4));
    const ids = "'user_1', 'owner', 'Owner', '', 1";
    old.run(`INSERT INTO users VALUES (${ids})`);
    if (used)
      old.run(
        "INSERT INTO sessions VALUES (x'01', 'session_1', 'user_1', 1, 2, 9e15)".replace(
          '9e15',
          '9000000000000000',
        ),
      );
    old.run("INSERT INTO sign_in_links VALUES (x'02', 'user_1', 9000000000000000)");
    old.close();
    const store = openStore({ dataDir });
    const { id } = firstOwner(store, 'Owner');
    expect(hasSignedIn(store, id)).toBe(used);
    expect(listSessions(store, id).map(({ browser }) => browser)).toEqual(used ? [''] : []);
    makeSignInToken(store, id, 'start');
    store.close();
    const file = new DatabaseSync(join(dataDir, storeFile));
    expect(file.prepare('SELECT count(*) AS n FROM sign_in_links').get()).toEqual({ n: 1 });
    file.close();
  }
});
