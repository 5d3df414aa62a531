import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from './person.ts';
import { Person } from './person.ts';
import { startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service[Symbol.asyncDispose]());

const teamPage = '/settings?tab=team&owner=acme';

const said = (page: Page) => page.document.querySelector('main [role=status]')?.textContent.trim();
const madeValue = (page: Page) => page.document.querySelector<HTMLInputElement>('#made-value')?.value ?? '';

/** The id that the page's forms have for the member of a username. */
function idOf(page: Page, username: string): string {
  const form = [...page.document.querySelectorAll('form')].find(
    one => one.querySelector<HTMLInputElement>('[name=username]')?.value === username,
  );
  return form?.querySelector<HTMLInputElement>('[name=userId]')?.value ?? '';
}

test('inviting gives the link to pass on, once; a new link replaces it', async () => {
  const { owner } = service;
  const invited = await owner.send(await owner.open(teamPage), '/settings/team/invite', {
    email: 'guest@acme.example',
    role: 'viewer',
  });
  const first = madeValue(invited);
  expect(first.startsWith(`${service.url}/invitation#token=`)).toBe(true);
  const again = await owner.open(teamPage);
  expect(again.text).toContain('guest@acme.example');
  expect(again.html).not.toContain(first);

  const second = madeValue(await owner.send(again, '/settings/team/invitation-link'));
  expect((await service.stranger.open(first)).status).toBe(404);
  expect((await service.stranger.open(second)).text).toContain('Join Acme Vision');

  const withdrawn = await owner.send(again, '/settings/team/withdraw');
  expect(said(withdrawn)).toBe('The invitation of guest@acme.example is withdrawn.');
  expect((await service.stranger.open(second)).status).toBe(404);
});

test('an address that is no address is refused, and stands there still', async () => {
  const page = await service.owner.post('/settings/team/invite?owner=acme', {
    email: 'nobody',
    role: 'admin',
  });
  expect(page.status).toBe(400);
  const dialog = page.document.querySelector('dialog#invite[open]');
  expect(dialog?.querySelector('[role=alert]')?.textContent).toContain('Email address:');
  expect(dialog?.querySelector<HTMLInputElement>('[name=email]')?.value).toBe('nobody');
  expect(dialog?.querySelector<HTMLOptionElement>('option[selected]')?.value).toBe('admin');
});

test('the owner changes roles and removes members', async () => {
  await using team = await startTeam();
  const page = await team.owner.open(teamPage);
  const changed = await team.owner.send(page, '/settings/team/role', {
    userId: idOf(page, 'viewer'),
    role: 'editor',
  });
  expect(said(changed)).toBe('viewer is now editor.');
  expect((await team.viewer.open(teamPage)).text).toContain('Your role: editor.');
  const removed = await team.owner.send(changed, '/settings/team/remove', { userId: idOf(page, 'viewer') });
  expect(said(removed)).toBe('viewer is no longer a member.');
  expect((await team.viewer.open(teamPage)).status).toBe(403);
});

test('members see each other, and no means to manage them', async () => {
  const page = await service.viewer.open(teamPage);
  expect(page.text).toContain('Grace Hopper (owner) owns this team');
  for (const name of ['Ada Lovelace', 'Edith Clarke', 'Vera Rubin (you)']) expect(page.text).toContain(name);
  const actions = [...page.document.querySelectorAll('main form')].map(form => form.getAttribute('action'));
  expect(actions).toEqual(['/settings/team/leave?owner=acme']);
});

test('a member leaves', async () => {
  await using team = await startTeam();
  const left = await team.editor.send(await team.editor.open(teamPage), '/settings/team/leave');
  expect(said(left)).toBe('You have left Acme Vision.');
  expect((await team.editor.open(teamPage)).status).toBe(403);
});

test('ownership is transferred to an admin, and the keys with it', async () => {
  await using team = await startTeam();
  const page = await team.owner.open(teamPage);
  const options = [...page.document.querySelectorAll('#transfer-to option')].map(
    ({ textContent }) => textContent,
  );
  expect(options).toEqual(['Ada Lovelace (admin)']);
  const over = await team.owner.send(page, '/settings/team/transfer-ownership', {
    userId: idOf(page, 'admin'),
  });
  expect(said(over)).toBe('Ownership is transferred. You are now an admin.');
  const keys = '/settings?tab=api-keys&owner=acme';
  expect((await team.owner.open(keys)).text).toContain('Ask Ada Lovelace (admin) for a key.');
  // The new owner's sessions have ended too: they sign in again.
  expect((await team.admin.open(keys)).status).toBe(401);
});

test('anybody makes a team of their own', async () => {
  const { viewer } = service;
  const taken = await viewer.send(await viewer.open('/teams/new'), '/teams/new', {
    fullName: 'Vera’s Team',
    username: 'acme',
  });
  expect(taken.status).toBe(409);
  expect(taken.document.querySelector('[role=alert]')?.textContent).toContain('This username is taken.');
  const made = await viewer.send(taken, '/teams/new', { fullName: 'Vera’s Team', username: 'vera-team' });
  expect(made.address).toMatch(/^\/settings\?tab=team&owner=vera-team/);
  expect(said(made)).toBe('The team “Vera’s Team” is created. Invite members.');
  // The menu leads to the same page of each workspace.
  const ways = [...made.document.querySelectorAll('.workspace li a')].map(way => way.getAttribute('href'));
  expect(ways).toEqual([
    '/settings?tab=team',
    '/settings?tab=team&owner=acme',
    '/settings?tab=team&owner=vera-team',
  ]);
});

test('a personal workspace has no members to manage', async () => {
  const page = await new Person(service.url).open('/settings?tab=team');
  expect(page.status).toBe(401);
  expect((await service.owner.open('/settings?tab=team')).text).toContain('This is your personal workspace');
});
