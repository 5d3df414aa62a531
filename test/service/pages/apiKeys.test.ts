import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page, Person } from './person.ts';
import { day, startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service[Symbol.asyncDispose]());

const keysPage = '/settings?tab=api-keys&owner=acme';
const fullKey = /sl_[0-9a-f]{40}/;

/** The row of the table whose name begins with `name`. */
function rowOf(page: Page, name: string): Element | undefined {
  return [...page.document.querySelectorAll('tbody tr')].find(
    row => row.querySelector('.name')?.textContent === name,
  );
}

async function addKey(person: Person, name: string): Promise<Page> {
  return person.send(await person.open(keysPage), '/settings/api-keys/create', { name });
}

function shownKey(page: Page): string {
  return page.document.querySelector<HTMLInputElement>('#made-value')?.value ?? '';
}

async function knows(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${service.url}/api/account/summary`, { headers });
  await response.arrayBuffer();
  return response.status;
}

test('the owner makes a key, sees it once, and finds it in the list without its value', async () => {
  const made = await addKey(service.owner, '  Laptop ');
  const key = shownKey(made);
  expect(key).toMatch(/^sl_[0-9a-f]{40}$/);
  expect(made.document.querySelector('dialog#made h2')?.textContent).toBe('Key created');
  expect(made.text).toContain('As the owner you can copy it again later');
  expect(await knows(key)).toBe(200);

  for (const again of [await service.owner.open(made.address), await service.owner.open(keysPage)]) {
    expect(again.html).not.toMatch(fullKey);
    const row = rowOf(again, 'Laptop');
    expect(row?.querySelector('code')?.textContent).toBe(`${key.slice(0, 11)}…`);
    const time = row?.querySelector('time');
    expect(time?.textContent).toBe('just now');
    expect(time?.getAttribute('datetime')).toBe(new Date(service.clock.now).toISOString());
    expect(time?.getAttribute('title')).toMatch(/\d{4}, \d\d:\d\d:\d\d UTC$/);
    expect(row?.querySelector('[aria-label="Copy Laptop"]')).not.toBeNull();
    expect(row?.querySelector('[aria-label="Remove Laptop"]')).not.toBeNull();
  }
});

test('without a script an older key is shown once to be copied, to its owner alone, and the audit trail notes it', async () => {
  const key = shownKey(await addKey(service.owner, 'Older'));
  const row = rowOf(await service.owner.open(keysPage), 'Older');
  const keyId = row?.querySelector<HTMLInputElement>('form [name=keyId]')?.value ?? '';
  const path = '/settings/api-keys/show';
  const shown = await service.owner.post(`${path}?owner=acme`, { keyId });
  expect(shownKey(shown)).toBe(key);
  expect((await service.owner.open(shown.address)).html).not.toMatch(fullKey);
  expect((await service.owner.open('/activity?owner=acme')).text).toContain('Older');
  const refused = await service.viewer.post(`${path}?owner=acme`, { keyId });
  expect([refused.status, fullKey.test(refused.html)]).toEqual([403, false]);
});

test('members are told to make a key in their own workspace, where a button leads them', async () => {
  const page = await service.viewer.open(keysPage);
  expect(page.text).toContain('Make a key in your own workspace');
  const button = [...page.document.querySelectorAll('a.button')].find(
    ({ textContent }) => textContent === 'Go to My Keys',
  );
  const own = await service.viewer.open(button?.getAttribute('href') ?? '');
  expect(shownKey(await service.viewer.send(own, '/settings/api-keys/create', { name: 'Mine' }))).toMatch(
    fullKey,
  );
});

test('the good practice stands beside the keys with what does it, and the owner of a team gets a key for CI', async () => {
  const page = await service.owner.open(keysPage);
  const lines = [...page.document.querySelectorAll('.practice > li')];
  expect(lines.map(line => line.querySelector('strong')?.textContent)).toEqual([
    'One key for one purpose',
    'Rotate at 90 days',
    'Variables rather than code',
    'Revoke at once when leaked',
  ]);
  const made = await service.owner.send(page, '/settings/api-keys/create-for-ci');
  expect(shownKey(made)).toMatch(fullKey);
  expect(rowOf(await service.owner.open(keysPage), 'CI')).toBeDefined();
});

test('a key that is removed stops working', async () => {
  const key = shownKey(await addKey(service.owner, 'Short-lived'));
  const page = await service.owner.open(keysPage);
  const row = rowOf(page, 'Short-lived');
  const dialog = page.document.getElementById(`remove-${row?.id ?? ''}`);
  expect(dialog?.getAttribute('role')).toBe('alertdialog');
  expect(dialog?.querySelector('form .danger')?.textContent.trim()).toBe('Remove Key');
  const after = await service.owner.send(page, '/settings/api-keys/remove', { keyId: row?.id ?? '' });
  expect(after.document.querySelector('[role=status]')?.textContent.trim()).toBe(
    'The key “Short-lived” is removed.',
  );
  expect(rowOf(after, 'Short-lived')).toBeUndefined();
  expect(await knows(key)).toBe(401);

  const twice = await service.owner.post('/settings/api-keys/remove?owner=acme', { keyId: row?.id ?? '' });
  expect(twice.status).toBe(404);
  expect(twice.document.querySelector('[role=alert]')?.textContent).toContain('This key no longer exists.');
});

test('a key without a name is refused, and the form stands open again', async () => {
  const page = await service.owner.post('/settings/api-keys/create?owner=acme', {
    name: ' ',
  });
  expect(page.status).toBe(400);
  const dialog = page.document.querySelector('dialog#create-key');
  expect(dialog?.hasAttribute('open')).toBe(true);
  expect(dialog?.querySelector('[role=alert]')).not.toBeNull();
});

test('rotation: a second key of the same name, both valid, then the old one goes', async () => {
  const { owner, clock } = service;
  const old = shownKey(await addKey(owner, 'Robot'));
  const list = await owner.open(keysPage);
  const link = rowOf(list, 'Robot')?.querySelector('[aria-label="Rotate Robot"]')?.getAttribute('href') ?? '';
  const begin = await owner.open(link);
  expect(begin.text).not.toContain('Revoke Old Key');
  const made = await owner.send(begin, '/settings/api-keys/rotate');
  const fresh = shownKey(made);
  expect(fresh).not.toBe(old);
  expect([await knows(old), await knows(fresh)]).toEqual([200, 200]);

  clock.now += 60_000;
  const waiting = await owner.open(made.address.replace(/&flash=[^&]+/, ''));
  expect(waiting.html).not.toMatch(fullKey);
  expect(waiting.text).toContain('Revoke Old Key');
  expect(waiting.text).toContain('The old key is still in use');
  expect((await owner.open(keysPage)).text).toContain('Has a newer key of the same name. Finish rotation');
  clock.now += 60_000;
  await knows(fresh);
  const ready = await owner.open(waiting.address);
  expect(ready.text).toContain('The new key is in use, and the old one has not been used since.');

  await owner.send(ready, '/settings/api-keys/remove');
  expect([await knows(old), await knows(fresh)]).toEqual([401, 200]);
});

test('a key gets a gentle hint after 90 days, and not before', async () => {
  await using team = await startTeam();
  await addKey(team.owner, 'Old one');
  const hintAfter = async (days: number) => {
    team.clock.now += days * day;
    const row = rowOf(await team.owner.open(keysPage), 'Old one');
    return row?.querySelector('.hint')?.textContent;
  };
  // The session lives as long as it is used.
  for (const days of [25, 25, 25, 14]) expect(await hintAfter(days)).toBeUndefined();
  expect(await hintAfter(2)).toBe('Older than 90 days. Consider rotating it.');
});

test('pages of many keys', async () => {
  await using many = await startTeam();
  for (let number = 0; number < 51; number++)
    await many.owner.api('POST', '/api/api-keys?owner=acme', { name: `key ${number}` });
  const first = await many.owner.open(keysPage);
  expect(first.document.querySelectorAll('.row-actions [aria-label^="Remove key"]')).toHaveLength(50);
  const older = first.document.querySelector('.pager [rel=next]')?.getAttribute('href') ?? '';
  const second = await many.owner.open(older);
  expect(rowOf(second, 'key 0')).toBeDefined();
  expect(second.text).toContain('51 keys');
  const newer = second.document.querySelector('.pager [rel=prev]')?.getAttribute('href') ?? '';
  expect((await many.owner.open(newer)).text).toBe(first.text);
});

test.for(['admin', 'editor', 'viewer'] as const)('the %s sees whom to ask, and the providers', async role => {
  await using team = await startTeam();
  const key = shownKey(
    await team.owner.send(await team.owner.open(keysPage), '/settings/api-keys/create', {
      name: 'Secret name',
    }),
  );
  await team.owner.send(await team.owner.open(keysPage), '/settings/providers/add', {
    provider: 'openai',
    key: 'sk-test-0000000000000000000000000000',
  });
  const page = await team[role].open(keysPage);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Workspace owner access required');
  expect(page.text).toContain('Ask Grace Hopper (owner) for a key.');
  expect(page.text).toContain('OpenAI openai');
  for (const hidden of ['Secret name', key.slice(0, 11), 'sk-tes', 'api.openai.com', '/settings/api-keys/'])
    expect(page.html).not.toContain(hidden);
});
