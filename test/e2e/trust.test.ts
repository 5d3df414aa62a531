import { afterAll, beforeAll, expect, test } from 'vitest';
import { heicFile } from '../support/pictureFiles.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { appears } from './parts/appears.ts';
import { ChatView } from './parts/chatView.ts';
import { frameWith } from './parts/frameWith.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

const more = { 'security.workspace.trust.startupPrompt': 'never', 'sightline.agents.tools': 'both' };
let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: { ...settingsFor(provider.url), ...more },
    askForTrust: true,
    files: { 'pictures/phone.heic': heicFile },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

const trustEditor = () => editor.page.locator('.workspace-trust-editor');

/** It covers the window. */
async function closeTrustEditor(): Promise<void> {
  await editor.page.locator('.monaco-modal-editor-block .codicon-close').last().click();
  await trustEditor().waitFor({ state: 'hidden' });
}

test('in a folder that is not trusted Sightline explains itself and sends nothing', async () => {
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  await editor.notifications.toast(/sends no requests/).waitFor();
  await editor.screenshot('not-trusted');
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Copy Text');
  await editor.notifications.toast(/reads no images in Restricted Mode/).waitFor();
  await editor.runCommand('Sightline: Open Panel');
  await editor.panel.getByRole('textbox', { name: 'Question' }).fill('Hello');
  await editor.page.keyboard.press('Enter');
  await editor.notifications
    .toast(/sends no requests/)
    .first()
    .waitFor();
  expect(provider.requests).toEqual([]);
});

test('the question is not lost', async () => {
  await expect.poll(() => editor.panel.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('Hello');
});

test('the picture editor reads nothing there either, and leads to the page of trust', async () => {
  await editor.explorer.open('pictures/phone.heic');
  const page = await frameWith(editor.page, '.picture-editor [role=alert]');
  expect(await page.getByRole('alert').innerText()).toMatch(/reads no images in Restricted Mode/);
  await editor.screenshot('picture-not-trusted');
  await page.getByRole('button', { name: 'Manage Workspace Trust' }).click();
  await trustEditor().waitFor();
  await closeTrustEditor();
});

test('the chat has no model and no MCP server of ours until the folder is trusted', async () => {
  const chat = new ChatView(editor.page);
  await chat.enableRestricted();
  const servers = async (): Promise<boolean> => {
    await editor.runCommand('MCP: List Servers');
    const isThere = await appears(editor.quickInput.row('Sightline').first());
    await editor.quickInput.cancel();
    return isThere;
  };
  expect(await chat.model(/Offline Describer|test-model/).count()).toBe(0);
  expect(await servers()).toBe(false);
  await editor.screenshot('chat-not-trusted');
  expect(provider.requests).toEqual([]);

  await editor.runCommand('Workspaces: Manage Workspace Trust');
  await trustEditor().getByRole('button', { name: 'Trust', exact: true }).click();
  await trustEditor().getByText('You trust this folder').waitFor();
  await closeTrustEditor();
  await chat.openAgain();
  await chat.model(/Offline Describer|test-model/).waitFor();
  expect(await servers()).toBe(true);
  await editor.screenshot('chat-trusted');
});
