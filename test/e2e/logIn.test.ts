import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/testService.ts';
import type { EditorPage } from './editorPage.ts';
import { expectKeptNowhere } from './parts/keptNowhere.ts';
import { startEditor } from './startEditor.ts';

const key = `zz_${'0123456789'.repeat(4)}`;
const shown = 'zz_01234567';

let service: TestService;
let editor: EditorPage;
beforeAll(async () => {
  service = await startTestService();
  editor = await startEditor({ settings: { 'sightline.service.url': service.url } });
});
afterAll(async () => {
  await editor.close();
  await service.close();
});

test('a malformed key is refused as it is typed, and nothing is sent', async () => {
  await editor.runCommand('Sightline: Log In');
  await editor.quickInput.input.fill('zz_123');
  await expect.poll(() => editor.quickInput.message.innerText()).toMatch(/43/);
  await editor.quickInput.masked();
  await editor.screenshot('log-in');
  await editor.quickInput.cancel();
  expect(service.requests).toEqual([]);
});

test('a key that the service does not know is told, and not saved', async () => {
  service.script('/api/account/summary', { status: 401, body: { error: 'Invalid API key' } });
  await editor.runCommand('Sightline: Log In');
  await editor.quickInput.answer(key);
  await editor.notifications.toast(/Invalid API key/).waitFor();
  await editor.screenshot('log-in-refused');
  await editor.page.keyboard.press('Escape');
});

test('log in, reload, still logged in, log out', async () => {
  service.script('/api/account/summary', {
    body: {
      username: 'ada',
      name: 'Ada',
      accountType: 'personal',
      plan: 'free',
      creditsCents: 0,
      counts: { projects: 0, datasets: 0, models: 0 },
      teams: [],
    },
  });
  await editor.runCommand('Sightline: Log In');
  await editor.quickInput.answer(` "${key}" `);
  await editor.status(/ada/).waitFor();
  expect(service.authorizations.at(-1)).toBe(`Bearer ${key}`);
  expect(await editor.status().getAttribute('aria-label')).toContain(shown);
  await editor.screenshot('logged-in');
  await editor.reload();
  await editor.status(/ada/).waitFor();
  await editor.runCommand('Sightline: Log Out');
  await editor.status(/ada/).waitFor({ state: 'detached' });
  expect(await editor.statusItem('logged out').count()).toBe(0);
  await editor.screenshot('logged-out');
});

test('the key is in no file that the editor wrote', async () => {
  await expectKeptNowhere(editor.userData, key);
});
