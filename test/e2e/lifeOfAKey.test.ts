import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { openWindow, startBrowser } from '../service/pages/pageBrowser.ts';
import { startTeam, type TeamService } from '../service/pages/teamService.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { closeText, pressUntil } from './parts/textPage.ts';
import { startEditor } from './startEditor.ts';

/** A service key from its making to its end: the owner's browser, the service, the editor, and a provider behind it. */
const providerKey = 'test-provider-key-0123456789';
const keysPage = '/settings?tab=api-keys&owner=acme';

let provider: TestProvider;
let service: TeamService;
let browser: Browser;
let owner: Page;
let editor: EditorPage;
let key: string;
/** What the page opens the editor with. */
let link: string;
beforeAll(async () => {
  [provider, service, browser] = await Promise.all([startTestProvider(), startTeam(), startBrowser()]);
  ({ page: owner } = await openWindow(
    browser,
    { permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1100, height: 800 } },
    service.owner,
  ));
  editor = await startEditor();
});
afterAll(async () => {
  await editor.close();
  await browser.close();
  await service[Symbol.asyncDispose]();
  await provider.close();
});

test('the owner connects a provider and makes a key on the page, and copies it', async () => {
  await owner.goto(service.url + keysPage);
  await owner.getByRole('button', { name: 'Add Provider Key' }).click();
  const adding = owner.getByRole('dialog', { name: 'Add Provider Key' });
  await adding
    .getByLabel('Provider', { exact: true })
    .selectOption({ label: 'Other OpenAI-compatible server' });
  await adding.getByLabel('Label').fill('House Model');
  await adding.getByLabel('Model prefix').fill('house');
  await adding.getByLabel('Address').fill(provider.url);
  await adding.getByLabel('Key', { exact: true }).fill(providerKey);
  await adding.getByRole('button', { name: 'Save Key' }).click();
  await owner.getByText('The key of House Model is saved.').first().waitFor();
  await owner.getByRole('button', { name: 'Create Key' }).click();
  const creating = owner.getByRole('dialog', { name: 'Create Key' });
  await creating.getByLabel('Name').fill('Editor');
  await creating.getByRole('button', { name: 'Create Key' }).click();
  const made = owner.getByRole('dialog', { name: 'Key created' });
  await made.getByRole('button', { name: 'Copy Key' }).click();
  await made.locator('[role=status]', { hasText: 'Copied' }).waitFor({ state: 'attached' });
  key = await owner.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^sl_[0-9a-f]{40}$/);
  link = (await made.getByRole('link', { name: 'Open in VS Code' }).getAttribute('href')) ?? '';
  expect(decodeURIComponent(link)).toBe(`vscode://sightline.sightline/log-in?service=${service.url}`);
  await made.getByRole('button', { name: 'Done' }).click();
  await owner.screenshot({ path: path.join(projectFolder, 'test-results/screenshots/keys-page.png') });
});

test('UX-27: the page’s link leads the editor to the service, whose address the person confirms; the key logs in', async () => {
  await editor.runCommand('Developer: Open URL');
  await editor.quickInput.answer(link);
  // The editor itself asks first.
  await editor.notifications.pressInDialog(/Sightline/, 'Open');
  const asked = editor.notifications.dialog(`Log in to the service at ${service.url}?`);
  await asked.getByText('The setting sightline.service.url changes from').waitFor();
  await editor.screenshot('log-in-link');
  await editor.notifications.pressInDialog('Log in to the service', 'Continue');
  await editor.quickInput.masked();
  await editor.quickInput.answer(`${key}\n`);
  await editor.status(/acme/).waitFor();
  expect(await editor.status().getAttribute('aria-label')).toContain(key.slice(0, 11));
});

test('training runs are listed in the editor, and their curves grow there, side by side', async () => {
  const at = (rest: string) => `/api/training-runs${rest}?owner=acme`;
  const create = async (name: string): Promise<string> =>
    ((await service.owner.api('POST', at(''), { name, model: 'yolo11n' })) as { runId: string }).runId;
  const post = (runId: string, from: number, to: number) =>
    service.owner.api('POST', at(`/${runId}/metrics`), {
      metrics: Array.from({ length: to - from }, (_, index) => index + from).flatMap(step => [
        { name: 'train/loss', value: 2 / (1 + step / 20), step },
        { name: 'metrics/mAP50', value: 1 - 1 / (1 + step / 40), step },
        { name: 'lr', value: 0.01 * (1 - step / 400), step },
      ]),
    });
  const [first, second] = [await create('Baseline'), await create('More data')];
  await post(first, 0, 200);
  await post(second, 0, 300);
  await service.owner.api('POST', at(`/${first}/finish`), {});
  await editor.runCommand('Sightline: Training Runs…');
  await editor.quickInput.row('Baseline').getByText('Finished · 600 points · yolo11n').waitFor();
  await editor.quickInput.choose('More data');
  const { content } = editor.run;
  await content.getByRole('heading', { name: 'More data' }).waitFor();
  const loss = content.getByRole('img', { name: /^train\/loss: 0\.125\d* at step 299$/ });
  await loss.waitFor();
  await expect.poll(() => loss.locator('canvas').evaluate(colouredPixels)).toBeGreaterThan(200);
  await content.getByRole('row', { name: /^lr .* 299 300$/ }).waitFor();
  await post(second, 300, 320);
  await content.getByRole('img', { name: /^train\/loss: \S+ at step 319$/ }).waitFor();
  await editor.run.button('Compare With…').click();
  await editor.quickInput.choose('Baseline');
  const both = content.getByRole('img', { name: /^train\/loss: More data \S+; Baseline \S+$/ });
  await expect.poll(() => both.locator('canvas').evaluate(colouredPixels)).toBeGreaterThan(400);
  await editor.tab('More data + 1').waitFor();
  await editor.screenshotInThemes('training');
  const help = editor.tab('Accessibility Help');
  await editor.run.button('Compare With…').focus();
  await pressUntil(editor.page, 'Shift+Alt+F1', help);
  await expect.poll(() => editor.textEditor.text()).toContain('Sightline: training runs');
  await editor.screenshot('accessibility-help-training');
  await closeText(editor.page, help);
  await both.waitFor();
  await editor.setWindowSize(420, 800);
  await editor.screenshot('training-narrow');
  await editor.setWindowSize(1280, 800);
  await service.owner.api('POST', at(`/${second}/fail`), { error: 'out of memory' });
  await content.getByText('Failed: out of memory').waitFor();
  await editor.run.button('Remove Baseline').click();
  await editor.tab('More data').waitFor();
});

test('a picture is described through the gateway: the provider sees its own key, never the service key', async () => {
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.choose('house/test-model');
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  await editor.lastEntry.getByText(/The picture is mostly/).waitFor();
  const question = provider.requests.find(({ method }) => method === 'POST');
  expect(question?.headers['authorization']).toBe(`Bearer ${providerKey}`);
  expect((question?.body as { model: string }).model).toBe('test-model');
  expect(JSON.stringify(provider.requests)).not.toContain(key);
  await editor.screenshot('through-the-gateway');
});

test('once the owner has revoked it, the next request says so with the remedies', async () => {
  await owner.reload();
  await owner.getByRole('button', { name: 'Remove Editor' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove Key' }).click();
  await owner.getByText('The key “Editor” is removed.').first().waitFor();
  const asked = provider.requests.length;
  await editor.explorer.chooseFromMenu('pictures/logo.png', 'Describe Image');
  const failure = editor.lastEntry.locator('.failure');
  await failure.getByText(/Invalid API key/).waitFor();
  expect(await failure.innerText()).toMatch(/revoked/);
  await editor.statusItem('logged out').waitFor();
  await failure.getByRole('button', { name: 'Log In' }).waitFor();
  expect(provider.requests).toHaveLength(asked);
  await editor.screenshot('revoked-key');
});

test('a second member sees no keys', async () => {
  const { page } = await openWindow(browser, {}, service.viewer);
  await page.goto(service.url + keysPage);
  await page.getByText('Workspace owner access required').waitFor();
  expect(await page.content()).not.toContain(key.slice(0, 11));
  await page.screenshot({ path: path.join(projectFolder, 'test-results/screenshots/member-page.png') });
});

/** How many pixels of a chart have a colour: its axes and its grid are grey. */
function colouredPixels(element: Element): number {
  const canvas = element as HTMLCanvasElement;
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
    if (alpha > 100 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) count++;
  }
  return count;
}
