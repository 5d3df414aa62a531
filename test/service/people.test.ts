import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { memberListShape, sessionShape } from '../../src/platform/shapes.ts';
import { makeSignInToken, startSession } from '../../src/service/store/sessions.ts';
import { linkToken } from '../support/service/linkToken.ts';
import { testApp } from '../support/service/testApp.ts';
import type { Answer, TestApp } from '../support/service/testApp.ts';

type SessionBody = z.infer<typeof sessionShape>;
type Members = z.infer<typeof memberListShape>;
const day = 24 * 60 * 60 * 1000;

/** The session's token in an answer's cookie. */
function cookieOf({ headers }: Answer<unknown>): string {
  return /^[^=]+=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
}

test('a sign-in link works once, and its session is in a cookie that no script and no other site can use', async () => {
  const { ask, team, store } = testApp();
  const { owner } = team().members;
  const { token } = makeSignInToken(store, owner.user.id, 'operator');
  const first = await ask<SessionBody>('POST', '/api/session', { body: { token } });
  expect(first.status).toBe(200);
  expect(first.body.workspaces.map(({ username, role }) => [username, role])).toEqual([
    ['owner', 'owner'],
    ['acme', 'owner'],
  ]);
  expect(first.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  expect((await ask('GET', '/api/session', { session: cookieOf(first) })).status).toBe(200);
  expect((await ask('POST', '/api/session', { body: { token } })).status).toBe(401);
});

test('with TLS the cookie is marked Secure and bound to the host', async () => {
  const { ask, team, store } = testApp({ secure: true });
  const { token } = makeSignInToken(store, team().members.owner.user.id, 'operator');
  const { headers } = await ask('POST', '/api/session', { body: { token } });
  expect(headers.get('set-cookie')).toMatch(/^__Host-sightline_[0-9a-f]{8}=.*; Secure/);
  expect(headers.get('strict-transport-security')).toMatch(/max-age/);
});

test('sign-in links and sessions end; a session that is used lives on', async () => {
  const { ask, team, store, advance } = testApp();
  const { owner } = team().members;
  const { token } = makeSignInToken(store, owner.user.id, 'operator');
  advance(day + 1);
  expect((await ask('POST', '/api/session', { body: { token } })).status).toBe(401);
  advance(28 * day);
  const used = await ask('GET', '/api/session', { session: owner.session });
  expect(used.status).toBe(200);
  expect(cookieOf(used)).toBe(owner.session);
  advance(29 * day);
  expect((await ask('GET', '/api/session', { session: owner.session })).status).toBe(200);
  advance(31 * day);
  expect((await ask('GET', '/api/session', { session: owner.session })).status).toBe(401);
});

test('signing out ends the session everywhere', async () => {
  const { ask, team } = testApp();
  const { session } = team().members.owner;
  const { headers } = await ask('DELETE', '/api/session', { session });
  expect(headers.get('set-cookie')).toMatch(/Max-Age=0/);
  expect((await ask('GET', '/api/session', { session })).status).toBe(401);
});

test('a person can sign another browser of theirs in', async () => {
  const { ask, team } = testApp();
  const { session } = team().members.viewer;
  const link = await ask<{ url: string }>('POST', '/api/session/link', { session });
  const token = linkToken(link.body.url);
  const other = await ask<SessionBody>('POST', '/api/session', { body: { token } });
  expect(other.body.user.username).toBe('acme-viewer');
});

async function invited(service: TestApp, email = 'new@example.com') {
  const { session } = service.team().members.owner;
  const body = { email, role: 'editor' };
  const sent = await service.ask('POST', '/api/members?owner=acme', { session, body });
  expect(sent.body).toEqual({ invited: true, email });
  const { members } = (await service.ask<Members>('GET', '/api/members?owner=acme', { session })).body;
  const inviteId = members.find(({ status }) => status === 'pending')?.inviteId ?? '';
  const link = async () => {
    const made = await service.ask<{ url: string }>('POST', `/api/invitations/${inviteId}/link?owner=acme`, {
      session,
    });
    return linkToken(made.body.url);
  };
  return { session, inviteId, link, members };
}

test('somebody new accepts an invitation, once, and is a member with a workspace of their own', async () => {
  const service = testApp();
  const { link, session } = await invited(service);
  const first = await link();
  const token = await link();
  const person = { name: 'New Person', username: 'newcomer' };
  const stale = await service.ask('POST', '/api/invitations/accept', { body: { token: first, ...person } });
  expect(stale.status).toBe(401);
  const joined = await service.ask<SessionBody>('POST', '/api/invitations/accept', {
    body: { token, ...person },
  });
  expect(joined.body.workspaces.map(({ username, role }) => [username, role])).toEqual([
    ['newcomer', 'owner'],
    ['acme', 'editor'],
  ]);
  expect((await service.ask('GET', '/api/teams', { session: cookieOf(joined) })).status).toBe(200);
  const again = await service.ask('POST', '/api/invitations/accept', { body: { token, ...person } });
  expect(again.status).toBe(401);
  const { members } = (await service.ask<Members>('GET', '/api/members?owner=acme', { session })).body;
  expect(members.map(({ username, status }) => [username, status])).toContainEqual(['newcomer', 'active']);
});

test('an invitation of a workspace that was not named: the answer says how to name it', async () => {
  const service = testApp();
  const { inviteId, session } = await invited(service);
  for (const [method, path] of [
    ['POST', `/api/invitations/${inviteId}/link`],
    ['DELETE', `/api/invitations/${inviteId}`],
  ] as const) {
    const { status, body } = await service.ask(method, path, { session });
    expect([status, body]).toEqual([
      403,
      {
        error: 'Invitation is not in the workspace owner: add ?owner= with the username of its workspace',
      },
    ]);
  }
});

test('whoever is signed in joins as themself', async () => {
  const service = testApp();
  const { link } = await invited(service);
  const guest = service.person('guest');
  const token = await link();
  const joined = await service.ask<SessionBody>('POST', '/api/invitations/accept', {
    session: guest.session,
    body: { token },
  });
  expect(joined.body.workspaces.map(({ username }) => username)).toEqual(['guest', 'acme']);
});

test('an invitation does not open an account that exists: the inviter knows the link too', async () => {
  const service = testApp();
  service.person('victim');
  const { link } = await invited(service, 'Victim@example.com');
  const body = { token: await link(), name: 'x', username: 'other' };
  const answer = await service.ask('POST', '/api/invitations/accept', { body });
  expect(answer.status).toBe(409);
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('a taken username, an invitation that was taken back, one that is a week old', async () => {
  const service = testApp();
  const { link, inviteId, session } = await invited(service);
  const accept = async (token: string, username: string) =>
    (await service.ask('POST', '/api/invitations/accept', { body: { token, name: 'N', username } })).status;
  const token = await link();
  expect(await accept(token, 'acme')).toBe(409);
  service.advance(7 * day + 1);
  expect(await accept(token, 'fine')).toBe(401);
  const fresh = await link();
  await service.ask('DELETE', `/api/invitations/${inviteId}?owner=acme`, { session });
  expect(await accept(fresh, 'fine')).toBe(401);
});

test('inviting twice changes the role; a member cannot be invited; a personal workspace takes nobody', async () => {
  const service = testApp();
  const { session } = await invited(service);
  const send = (owner: string, email: string, role = 'admin') =>
    service.ask('POST', `/api/members?owner=${owner}`, { session, body: { email, role } });
  expect((await send('acme', 'NEW@example.com')).status).toBe(200);
  const { members } = (await service.ask<Members>('GET', '/api/members?owner=acme', { session })).body;
  expect(members.filter(({ status }) => status === 'pending').map(({ role }) => role)).toEqual(['admin']);
  expect((await send('acme', 'acme-viewer@example.com')).status).toBe(409);
  expect((await send('owner', 'x@example.com')).status).toBe(400);
  expect((await send('acme', 'x@example.com', 'owner')).status).toBe(400);
  expect((await send('acme', 'no address')).status).toBe(400);
});

test('roles are changed, ownership goes to an admin, and there is always one owner', async () => {
  const { ask, team, store } = testApp();
  const { owner, admin, viewer } = team().members;
  const transfer = (session: string, targetUserId: string) =>
    ask('POST', '/api/members/transfer-ownership?owner=acme', { session, body: { targetUserId } });
  expect((await transfer(owner.session, viewer.user.id)).status).toBe(400);
  expect((await transfer(owner.session, 'user_unknown')).status).toBe(404);
  const transferred = await transfer(owner.session, admin.user.id);
  expect(transferred.body).toEqual({ success: true });
  expect((await transfer(cookieOf(transferred), admin.user.id)).status).toBe(403);
  // The new owner signs in again.
  const session = startSession(store, admin.user.id, '');
  const { members } = (await ask<Members>('GET', '/api/members?owner=acme', { session })).body;
  const roles = Object.fromEntries(members.map(({ username, role }) => [username, role]));
  expect(roles).toMatchObject({ owner: 'admin', 'acme-admin': 'owner' });
  const change = (userId: string) =>
    ask('PATCH', `/api/members/${userId}?owner=acme`, { session, body: { role: 'viewer' } });
  expect((await change(owner.user.id)).status).toBe(200);
  expect((await change(admin.user.id)).status).toBe(400);
});

test('a member leaves; the owner removes members but cannot leave; who is gone sees nothing', async () => {
  const { ask, team } = testApp();
  const { owner, editor, viewer } = team().members;
  const end = async (session: string, userId: string) =>
    (await ask('DELETE', `/api/members/${userId}?owner=acme`, { session })).status;
  expect(await end(viewer.session, editor.user.id)).toBe(403);
  expect(await end(viewer.session, viewer.user.id)).toBe(200);
  expect(await end(owner.session, owner.user.id)).toBe(400);
  expect(await end(owner.session, editor.user.id)).toBe(200);
  const gone = await ask('GET', '/api/provider-keys?owner=acme', { session: editor.session });
  expect([gone.status, gone.body]).toEqual([403, { error: 'Permission denied for this operation' }]);
});

test('a team takes a free username and belongs to its maker', async () => {
  const { ask, person } = testApp();
  const { session } = person('maker');
  const make = (username: string) =>
    ask('POST', '/api/teams', { session, body: { username, fullName: 'Crew' } });
  expect((await make('crew')).body).toMatchObject({ username: 'crew', fullName: 'Crew', role: 'owner' });
  expect((await make('crew')).status).toBe(409);
  expect((await make('maker')).status).toBe(409);
  expect((await make('No Blanks')).status).toBe(400);
});
