import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service[Symbol.asyncDispose]());

const keysPage = '/settings?tab=api-keys&owner=acme';
const secret = 'sk-canary-4711-0123456789-abcdefghij';

test('the owner connects a provider, replaces its key and removes it; the key never comes back', async () => {
  const { owner } = service;
  const saved = await owner.send(await owner.open(keysPage), '/settings/providers/add', {
    provider: 'openai',
    key: secret,
  });
  expect(saved.document.querySelector('[role=status]')?.textContent.trim()).toBe(
    'The key of OpenAI is saved.',
  );
  expect(saved.text).toContain('openai · https://api.openai.com/v1 sk-can…');
  expect(saved.html).not.toContain(secret);

  const replaced = await owner.send(saved, '/settings/providers/replace', {
    provider: 'openai',
    key: `sk-other-${secret}`,
  });
  expect(replaced.text).toContain('https://api.openai.com/v1 sk-oth…');

  const removed = await owner.send(replaced, '/settings/providers/remove', { provider: 'openai' });
  expect(removed.text).toContain('OpenAI is removed.');
  expect(removed.text).not.toContain('openai · ');
});

test('a server of one’s own keeps its address and label when its key is replaced', async () => {
  const { owner } = service;
  const saved = await owner.send(await owner.open(keysPage), '/settings/providers/add', {
    provider: 'other',
    id: 'lab',
    label: 'Lab Server',
    baseUrl: 'https://llm.lab.example/v1',
    key: secret,
  });
  const replaced = await owner.send(saved, '/settings/providers/replace', {
    provider: 'lab',
    key: `new-${secret}`,
    baseUrl: 'https://llm.lab.example/v1',
  });
  expect(replaced.text).toContain('Lab Server lab · https://llm.lab.example/v1 new-sk…');
});

test('a refused provider key is not shown again, what else was typed is', async () => {
  const page = await service.owner.post('/settings/providers/add?owner=acme', {
    provider: 'other',
    id: 'lab-2',
    label: 'Second lab',
    baseUrl: 'ftp://llm.lab.example',
    key: secret,
  });
  expect(page.status).toBe(400);
  expect(page.html).not.toContain(secret);
  const dialog = page.document.querySelector('dialog#add-provider[open]');
  expect(dialog?.querySelector<HTMLOptionElement>('option[selected]')?.value).toBe('other');
  expect(dialog?.querySelector<HTMLInputElement>('[name=label]')?.value).toBe('Second lab');
  expect(dialog?.querySelector('[role=alert]')?.textContent).toMatch(/^\s*Address: /);
});
