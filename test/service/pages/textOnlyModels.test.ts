import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
  for (const provider of ['openai', 'mistral'])
    await service.owner.api('PUT', `/api/provider-keys/${provider}?owner=acme`, { key: 'sk-0123456789' });
});
afterAll(() => service[Symbol.asyncDispose]());

const page = '/settings?tab=api-keys&owner=acme';
const save = '/settings/text-only-models/save';

test('an admin chooses who describes images for which models, changes it and turns it off; members see it', async () => {
  const { admin, viewer, owner } = service;
  const before = await admin.open(page);
  expect(before.text).toContain('Images go to all models as they are.');
  const saved = await admin.send(before, save, {
    describedBy: ' openai/gpt-5.6-luna ',
    models: 'mistral/small\r\n\r\n mistral/large, openai/o-text',
  });
  expect(saved.document.querySelector('[role=status]')?.textContent.trim()).toBe(
    'Images for text-only models are described by openai/gpt-5.6-luna.',
  );
  const rows = () =>
    [...seen.document.querySelectorAll('[aria-labelledby=text-only] tbody tr')].map(row =>
      row.textContent.replace(/\s+/g, ' ').trim(),
    );
  let seen = await viewer.open(page);
  expect(rows()).toEqual([
    'mistral/large openai/gpt-5.6-luna',
    'mistral/small openai/gpt-5.6-luna',
    'openai/o-text openai/gpt-5.6-luna',
  ]);
  expect(seen.html).not.toContain(save);
  expect((await viewer.post(`${save}?owner=acme`, { describedBy: 'a/b', models: 'a/c' })).status).toBe(403);
  const changed = await owner.send(saved, save, {
    describedBy: 'offline/describer',
    models: 'mistral/small',
  });
  expect(changed.document.querySelector('textarea')?.value).toBe('mistral/small');
  seen = await viewer.open(page);
  expect(rows()).toEqual(['mistral/small offline/describer']);
  const off = await owner.send(changed, '/settings/text-only-models/off', {});
  expect(off.text).toContain('Images go to all models as they are.');
  const { text } = await owner.open('/activity?owner=acme');
  expect(text).toContain('had images for text-only models described by openai/gpt-5.6-luna');
  expect(text).toContain('stopped having images described by offline/describer');
});

test('what is refused is said in the dialog, which keeps what was typed', async () => {
  const typed = { describedBy: 'nowhere/model', models: 'mistral/small' };
  const refused = await service.owner.post(`${save}?owner=acme`, typed);
  expect(refused.status).toBe(400);
  const dialog = refused.document.querySelector('dialog#text-only-models[open]');
  expect(dialog?.querySelector('[role=alert]')?.textContent.trim()).toBe(
    'Vision model: The provider nowhere is not connected to this workspace.',
  );
  expect(dialog?.querySelector('input')?.value).toBe('nowhere/model');
  expect(dialog?.querySelector('textarea')?.value).toBe('mistral/small');
  const wrong = await service.owner.post(`${save}?owner=acme`, { ...typed, models: 'small' });
  expect(wrong.document.querySelector('dialog[open] [role=alert]')?.textContent.trim()).toBe(
    'Text-only models: expected provider/model.',
  );
});
