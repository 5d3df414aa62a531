import { afterAll, beforeAll, expect, test } from 'vitest';
import { Person } from './person.ts';
import { day, invitationToken, startPages, startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service[Symbol.asyncDispose]());

const longToken = 'a-token-that-nobody-was-ever-given-0123456789';

test('the printed link signs its first owner in, once', async () => {
  await using fresh = await startPages();
  const first = new Person(fresh.url);
  const looked = await first.open(fresh.signInUrl);
  expect(looked.status).toBe(200);
  // Looking at a link, as mail programs do, uses nothing up.
  const home = await first.send(await first.open(fresh.signInUrl), '/sign-in');
  expect([home.status, home.address]).toEqual([200, '/']);
  expect(home.text).toContain('Your personal workspace');

  const second = new Person(fresh.url);
  const refused = await second.signIn(fresh.signInUrl);
  expect(refused.status).toBe(401);
  expect(refused.text).toContain('This link does not work');
  expect(refused.text).toContain('used already, or it has expired');
  expect((await second.open('/')).status).toBe(401);
});

test('a link that names a tab of the settings leads there, and nowhere else', async () => {
  for (const [tab, address] of [
    ['api-keys', '/settings?tab=api-keys'],
    ['//evil.example', '/'],
  ] as const) {
    await using fresh = await startPages();
    const link = `${fresh.signInUrl}&tab=${encodeURIComponent(tab)}`;
    const person = new Person(fresh.url);
    const page = await person.send(await person.open(link), '/sign-in');
    expect([page.status, page.address]).toEqual([200, address]);
  }
});

test('an expired link is refused in the same words', async () => {
  await using fresh = await startPages();
  fresh.clock.now += 2 * day;
  const page = await new Person(fresh.url).signIn(fresh.signInUrl);
  expect(page.status).toBe(401);
  expect(page.text).toContain('This link does not work');
});

test('who is signed out gets no content, and is told how to sign in', async () => {
  for (const address of ['/', '/settings?tab=api-keys&owner=acme', '/activity?owner=acme', '/teams/new']) {
    const page = await service.stranger.open(address);
    expect([address, page.status]).toEqual([address, 401]);
    expect(page.text).toContain('You are not signed in');
    expect(page.html).not.toContain('Acme');
  }
  const posted = await service.stranger.post('/settings/api-keys/create?owner=acme', {
    name: 'x',
  });
  expect(posted.status).toBe(401);
});

test('on the way from another site the browser holds the session back, and the page says what helps', async () => {
  const address = '/settings?tab=api-keys&owner=acme';
  const page = await service.stranger.open(address, { 'sec-fetch-site': 'cross-site' });
  expect(page.text).toContain('You came here from another site');
  expect(page.document.querySelector('main a')?.getAttribute('href')).toBe(address);
  expect((await service.stranger.open(address)).text).not.toContain('another site');
});

test('signing out ends the session', async () => {
  const { url } = (await service.owner.api('POST', '/api/session/link')) as { url: string };
  const other = new Person(service.url);
  const home = await other.signIn(url);
  const left = await other.send(home, '/sign-out');
  expect(left.address).toBe('/signed-out');
  expect(left.text).toContain('You are signed out');
  expect((await other.open('/')).status).toBe(401);
  // Twice does no harm.
  expect((await other.post('/sign-out', {})).address).toBe('/signed-out');
});

test('a person makes a link for another browser of theirs', async () => {
  const shown = await service.viewer.send(await service.viewer.open('/?owner=acme'), '/sign-in-link');
  const link = shown.document.querySelector<HTMLInputElement>('#made-value')?.value ?? '';
  expect(link.startsWith(`${service.url}/sign-in#token=`)).toBe(true);
  const other = new Person(service.url);
  expect((await other.signIn(link)).text).toContain('Vera Rubin');
});

test('an invitation makes a new person, who joins the team', async () => {
  const token = await invitationToken(service.owner, 'new@acme.example', 'editor');
  const guest = new Person(service.url);
  const page = await guest.open(`/invitation?token=${token}`);
  expect(page.text).toContain('owner invites new@acme.example as editor');
  const taken = await guest.send(page, '/invitation', { name: 'New Person', username: 'viewer' });
  expect(taken.status).toBe(409);
  expect(taken.document.querySelector('[role=alert]')?.textContent).toContain('This username is taken.');
  expect(taken.document.querySelector<HTMLInputElement>('#name')?.value).toBe('New Person');
  const joined = await guest.send(taken, '/invitation', { name: 'New Person', username: 'newcomer' });
  expect(joined.address).toBe('/?owner=acme');
  expect(joined.text).toContain('A team. Your role: editor');

  const again = await new Person(service.url).open(`/invitation?token=${token}`);
  expect(again.status).toBe(404);
  expect(again.text).toContain('This link does not work');
});

test('an invitation takes who is signed in, after they have seen as whom', async () => {
  await service.owner.api('POST', '/api/teams', { username: 'second', fullName: 'Second Team' });
  const owner = service.owner;
  await owner.api('POST', '/api/members?owner=second', { email: 'ada@second.example', role: 'admin' });
  const { members } = (await owner.api('GET', '/api/members?owner=second')) as {
    members: { inviteId?: string }[];
  };
  const id = members.find(({ inviteId }) => inviteId !== undefined)?.inviteId ?? '';
  const { url } = (await owner.api('POST', `/api/invitations/${id}/link?owner=second`)) as { url: string };
  const page = await service.admin.open(url);
  expect(page.text).toContain('You join as Ada Lovelace (admin)');
  const joined = await service.admin.send(page, '/invitation');
  expect(joined.text).toContain('Second Team A team. Your role: admin');
});

test('a link that never was one is refused without a trace of it in the log', async () => {
  const person = new Person(service.url);
  expect((await person.open(`/invitation?token=${longToken}`)).status).toBe(404);
  expect((await person.signIn(`/sign-in?token=${longToken}`)).status).toBe(401);
  expect(service.log.join('\n')).not.toContain(longToken);
});

test('W14: a link’s token stands behind #, where no server and no proxy sees it; the page’s script sends it on', async () => {
  await using fresh = await startPages();
  const link = new URL(fresh.signInUrl);
  expect([link.pathname, link.search, link.hash.startsWith('#token=')]).toEqual(['/sign-in', '', true]);
  for (const [address, target] of [
    ['/sign-in', '/sign-in'],
    ['/invitation', '/invitation/open'],
  ] as const) {
    const page = await new Person(fresh.url).open(address);
    const form = page.document.querySelector('form[data-link-form]');
    expect([page.status, form?.getAttribute('action')]).toEqual([200, target]);
    expect([
      form?.hasAttribute('hidden'),
      form?.querySelector('[name=token]')?.getAttribute('value'),
    ]).toEqual([true, '']);
    expect(page.text).toContain('Replace the # in the address with ?');
  }
});

test('W14: an invitation is opened by the token that the script sends; links of version 0.2 still work', async () => {
  const token = await invitationToken(service.owner, 'w14@acme.example', 'viewer');
  const guest = new Person(service.url);
  const opened = await guest.post('/invitation/open', { token });
  expect(opened.text).toContain('Join Acme Vision');
  expect((await guest.open(`/invitation?token=${token}`)).text).toContain('Join Acme Vision');
  expect((await guest.post('/invitation/open', { token: longToken })).status).toBe(404);
});

test('W7: sessions are listed, ended one by one, and all at once', async () => {
  await using team = await startTeam();
  const { url } = (await team.admin.api('POST', '/api/session/link')) as { url: string };
  const other = new Person(team.url);
  await other.signIn(url);
  const list = await team.admin.open('/sessions');
  expect(list.document.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(list.text).toContain('This browser');
  const after = await team.admin.send(list, '/sessions/end');
  expect(after.text).toContain('The session is ended: Unknown browser.');
  expect((await other.open('/')).status).toBe(401);
  expect((await team.admin.send(after, '/sessions/end-all')).address).toBe('/signed-out');
  expect((await team.admin.open('/')).status).toBe(401);
});

test('W15: names of others cannot turn the words of a page around', async () => {
  await using team = await startTeam();
  await team.owner.api('POST', '/api/api-keys?owner=acme', { name: 'key\u202Egnp' });
  const page = await team.owner.open('/settings?tab=api-keys&owner=acme');
  expect(page.text).toContain('key<U+202E>gnp');
  expect(page.html).not.toContain('\u202E');
  // Letters that are written from right to left stay within their name, too.
  await team.owner.api('POST', '/api/api-keys?owner=acme', { name: 'מפתח' });
  expect((await team.owner.open('/settings?tab=api-keys&owner=acme')).html).toContain('<bdi>מפתח</bdi>');
  expect((await team.owner.open('/activity?owner=acme')).html).toContain('<bdi>מפתח</bdi>');
});
