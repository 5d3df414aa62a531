import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: { ...settingsFor(provider.url), 'security.workspace.trust.startupPrompt': 'never' },
    askForTrust: true,
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

test('in a folder that is not trusted Sightline explains itself and sends nothing', async () => {
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  await editor.notifications.toast(/not trusted/).waitFor();
  await editor.screenshot('not-trusted');
  await editor.runCommand('Sightline: Open Panel');
  await editor.panel.getByRole('textbox', { name: 'Question' }).fill('Hello');
  await editor.page.keyboard.press('Enter');
  await editor.notifications
    .toast(/not trusted/)
    .first()
    .waitFor();
  expect(provider.requests).toEqual([]);
});

test('the question is not lost', async () => {
  await expect.poll(() => editor.panel.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('Hello');
});
