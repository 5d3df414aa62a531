import { mkdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '../../scripts/projectFolder.ts';
import type { EditorPage } from './editorPage.ts';
import { Notifications } from './parts/notifications.ts';
import { runCommandIn } from './parts/palette.ts';
import { expectKeptNowhere } from './parts/keptNowhere.ts';
import { startEditor } from './startEditor.ts';

let editor: EditorPage;
beforeAll(async () => {
  editor = await startEditor();
});
afterAll(() => editor.close());

/** Runs a command, and waits for the page that it opens in the browser. */
async function opened(command: string): Promise<Page> {
  const page = editor.page.context().waitForEvent('page');
  await editor.runCommand(command);
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  const file = path.join(projectFolder, 'test-results/screenshots', `${name}.png`);
  await mkdir(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
}

async function settingsText(): Promise<string> {
  return readFile(path.join(editor.userData, 'User/settings.json'), 'utf8');
}

test('one click logs in to the local service: it starts, and makes a key that is saved', async () => {
  await editor.runCommand('Sightline: Log In to Local Service');
  await editor.notifications.toast(/Logged in as owner with the key sl_.{8}…/).waitFor();
  await editor.status(/as owner.* key sl_/).waitFor();
  await editor.screenshot('local-service-logged-in');
  expect(await settingsText()).toMatch(/"sightline\.service\.url": "http:\/\/127\.0\.0\.1:\d+"/);
});

test('its models are in the model picker, and describe a picture', async () => {
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.row('offline/describer').waitFor();
  await editor.screenshot('local-service-models');
  await editor.quickInput.choose('offline/describer');
  await expect.poll(settingsText).toContain('"sightline.model": "offline/describer"');
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
  expect(await editor.lastEntry.locator('.answer').innerText()).toMatch(/photo/);
  expect(await editor.lastEntry.innerText()).toContain('Service (owner)');
  await editor.screenshot('local-service-describes');
});

test('a second window finds the same service, and nothing is started twice', async () => {
  const url = /"sightline\.service\.url": "([^"]+)"/.exec(await settingsText())?.[1] ?? '';
  const page = await editor.page.context().newPage();
  await page.goto(editor.page.url());
  await page.locator('.monaco-workbench').waitFor();
  await runCommandIn(page, 'Sightline: Start Local Service');
  await new Notifications(page).toast(`The local service is running at ${url}. You are logged in`).waitFor();
  await shoot(page, 'local-service-second-window');
  await page.close();
  await editor.ask('Still there?');
  await editor.lastEntry.getByText('Still there?').first().waitFor();
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
});

test('Manage API Keys signs the browser in; the key bears the machine’s name and is revoked there', async () => {
  const page = await opened('Sightline: Manage API Keys');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const name = hostname();
  await page.getByRole('row', { name }).waitFor();
  await shoot(page, 'local-service-keys-page');
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Key' }).click();
  await page.locator('#main').getByText(`The key “${name}” is removed.`).waitFor();
  await page.close();
});

test('with the key revoked, the next request says so with what to check, and offers to log in', async () => {
  await editor.ask('After the revocation');
  await editor.lastEntry.getByText(/Invalid API key/).waitFor();
  await editor.lastEntry.getByRole('button', { name: 'Log In' }).waitFor();
  expect(await editor.lastEntry.innerText()).toMatch(/revoked/);
  await editor.screenshot('local-service-revoked');
});

test('logging in again makes a new key, and a retry answers', async () => {
  await editor.runCommand('Sightline: Log In to Local Service');
  await editor.notifications.toast(/Logged in as owner/).waitFor();
  await editor.lastEntry.getByRole('button', { name: /Retry/ }).click();
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
});

test('after the editor was started anew the next question starts the service again', async () => {
  await editor.restart();
  await editor.status(/as owner.* key sl_/).waitFor();
  await editor.explorer.chooseFromMenu('pictures/logo.png', 'Describe Image');
  await editor.lastEntry.getByText('logo.png').first().waitFor();
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
});

test('stopping ends it; the key is in no file that the editor or the service wrote', async () => {
  await editor.runCommand('Sightline: Stop Local Service');
  await editor.notifications.toast('The local service was stopped.').waitFor();
  await editor.screenshot('local-service-stopped');
  const url = /"sightline\.service\.url": "([^"]+)"/.exec(await settingsText())?.[1] ?? '';
  await expect(fetch(url)).rejects.toThrow();
  await expectKeptNowhere(editor.userData, /sl_[0-9a-f]{40}/);
});
