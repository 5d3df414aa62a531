import { afterAll, beforeAll, expect, test } from 'vitest';
import { forms, pages } from '../../../src/service/pages/registerPages.ts';
import type { Role } from '../../../src/platform/shapes.ts';
import { Person } from './person.ts';
import { startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service[Symbol.asyncDispose]());

const roles = ['owner', 'admin', 'editor', 'viewer'] as const;
const all: readonly Role[] = roles;
const owner: readonly Role[] = ['owner'];

/** Who may open a page; a page without an entry fails. */
const readers: Record<string, readonly Role[]> = {
  '/': all,
  '/activity': all,
  '/sessions': all,
  '/settings': all,
  '/settings/api-keys/rotate': owner,
  '/teams/new': all,
  '/training': all,
  '/training/run': all,
};

/** Who may send a form: the others get the API's refusal, 403. A form without an entry fails. */
const senders: Record<string, readonly Role[]> = {
  '/settings/api-keys/create': owner,
  '/settings/api-keys/create-for-ci': owner,
  '/settings/api-keys/show': owner,
  '/settings/api-keys/rotate': owner,
  '/settings/api-keys/remove': owner,
  '/settings/providers/add': owner,
  '/settings/providers/replace': owner,
  '/settings/providers/remove': owner,
  '/settings/spending/set-budget': owner,
  '/settings/spending/remove-budget': owner,
  '/settings/spending/set-price': owner,
  '/settings/spending/remove-price': owner,
  '/settings/shared-answers/delete': owner,
  '/settings/text-only-models/save': ['owner', 'admin'],
  '/settings/text-only-models/off': ['owner', 'admin'],
  '/settings/hosts/connect': owner,
  '/settings/hosts/disconnect': owner,
  '/settings/jobs/cancel': ['owner', 'admin', 'editor'],
  '/teams/new': all,
  '/settings/team/invite': owner,
  '/settings/team/invitation-link': owner,
  '/settings/team/withdraw': owner,
  '/settings/team/role': owner,
  '/settings/team/remove': owner,
  // The owner cannot leave, and is told so: 400.
  '/settings/team/leave': all,
  '/settings/team/transfer-ownership': owner,
  '/sign-in-link': all,
  '/sessions/end': all,
  '/sessions/end-all': all,
};

/** Fields that get a form past its shape, and to no record. */
const fields: Record<string, string> = {
  provider: 'openai',
  name: 'Key',
  keyId: 'key_0',
  hostId: 'host_0',
  jobId: 'job_0',
  inviteId: 'invitation_0',
  userId: 'user_0',
  role: 'viewer',
  email: 'somebody@acme.example',
  budgetId: 'budget_0',
  period: 'month',
  dollars: '100',
  model: 'lab/model',
  input: '1',
  output: '1',
};

test('every page and every form has its entry', () => {
  expect(Object.keys(readers)).toEqual(Object.keys(pages));
  expect(Object.keys(senders).sort()).toEqual(forms.map(({ path }) => path).sort());
});

test.for(Object.entries(readers))('page %s', async ([path, allowed]) => {
  for (const role of roles) {
    const page = await service[role].open(`${path}?owner=acme`);
    expect([role, page.status === 403]).toEqual([role, !allowed.includes(role)]);
    expect(page.status).toBeLessThan(500);
  }
  expect((await service.stranger.open(`${path}?owner=acme`)).status).toBe(401);
});

test.for(Object.entries(senders))('form %s', async ([path, allowed]) => {
  for (const role of ['viewer', 'editor', 'admin', 'owner'] as const) {
    // Leaving, and ending all sessions, would end it for the tests that follow.
    if ((path.endsWith('/leave') && role !== 'owner') || path.endsWith('/end-all')) continue;
    const page = await service[role].post(`${path}?owner=acme`, fields);
    expect([role, page.status === 403]).toEqual([role, !allowed.includes(role)]);
    expect(page.status).toBeLessThan(500);
  }
  expect((await service.stranger.post(`${path}?owner=acme`, fields)).status).toBe(401);
});

test('a refusal is told in the API’s words', async () => {
  const page = await service.viewer.post('/settings/api-keys/create?owner=acme', fields);
  expect(page.status).toBe(403);
  expect(page.text).toContain('Workspace owner access required');
});

test.for([
  { name: 'of another site', headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
  { name: 'of another port', headers: { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' } },
  { name: 'that hides where it is from', headers: { origin: 'null', 'sec-fetch-site': 'same-origin' } },
])('a form $name changes nothing', async ({ headers }) => {
  for (const { path } of forms) {
    const page = await service.owner.post(`${path}?owner=acme`, fields, headers);
    expect([path, page.status]).toEqual([path, 403]);
  }
  expect((await service.owner.post('/sign-out', {}, headers)).status).toBe(403);
  expect((await service.owner.open('/?owner=acme')).status).toBe(200);
});

test('a workspace of others is refused', async () => {
  const outsider = new Person(service.url);
  await service.owner.api('POST', '/api/teams', { username: 'closed', fullName: 'Closed' });
  const { url } = (await service.viewer.api('POST', '/api/session/link')) as { url: string };
  await outsider.signIn(url);
  for (const path of Object.keys(pages)) {
    const page = await outsider.open(`${path}?owner=closed`);
    expect([path, page.status]).toEqual([path, 403]);
    expect(page.text).not.toContain('Closed');
  }
  const posted = await outsider.post('/settings/api-keys/create?owner=closed', fields);
  expect(posted.status).toBe(403);
});

test('what is not sent as a form is refused', async () => {
  const headers = { 'content-type': 'text/plain' };
  const page = await service.owner.post('/settings/api-keys/create?owner=acme', fields, headers);
  expect(page.status).toBe(415);
});

test('too many requests get a page that says when to come again', async () => {
  await using strict = await startTeam({ rateLimits: { default: 30 } });
  let page = await strict.viewer.open('/?owner=acme');
  for (let asked = 1; asked <= 30 && page.status === 200; asked++)
    page = await strict.viewer.open('/?owner=acme');
  expect(page.status).toBe(429);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(page.text).toContain('Rate limit exceeded. Try again in');
});
