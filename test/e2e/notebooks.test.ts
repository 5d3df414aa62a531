import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notebookFile } from '../support/notebookFile.ts';
import { blue, halves, lime, png, red, solid, white } from '../support/pictures.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { appears } from './parts/appears.ts';
import { chooseFromContextMenu } from './parts/contextMenu.ts';
import { frameWith } from './parts/frameWith.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

const blueDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="#00f"/></svg>';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: { ...settingsFor(provider.url), 'security.workspace.trust.startupPrompt': 'never' },
    askForTrust: true,
    files: {
      'plots.ipynb': notebookFile([
        { markdown: '# Words alone' },
        {
          code: 'plot()',
          outputs: [{ 'text/plain': 'figure', 'image/png': await png(solid(160, 80, red)) }],
        },
        {
          markdown: 'An attachment: ![chart](attachment:chart.png)',
          attachments: { 'chart.png': { 'image/png': await png(solid(150, 60, lime)) } },
        },
        {
          code: 'three()',
          outputs: [
            { 'image/svg+xml': blueDrawing },
            { 'image/png': Buffer.from('this is no image') },
            { 'image/png': await png(halves(90, 45, white, blue)) },
          ],
        },
        { code: 'print(1)', outputs: [{ 'text/plain': '1' }] },
      ]),
    },
    window: { width: 1440, height: 1000 },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

/** The page in which the notebook draws its outputs and the text of its Markdown cells. */
const drawnCells = (): Promise<Frame> => frameWith(editor.page, '.output img');

/** The output of the second cell: the one image of its width. In the page the outputs are in no order. */
async function redImage(): Promise<Locator> {
  const images = (await drawnCells()).locator('.output img');
  const widths = (): Promise<number[]> =>
    images.evaluateAll(all => all.map(image => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths).toContain(160);
  return images.nth((await widths()).indexOf(160));
}

/** What is offered below a cell. */
const offered = (words: string): Locator =>
  editor.page.locator('.cell-statusbar-container').getByRole('button', { name: words });

const chooseOn = (image: Locator, entry: string): Promise<void> =>
  chooseFromContextMenu(editor.page, () => image.click({ button: 'right' }), entry);

test('in a folder that is not trusted nothing of a notebook is sent', async () => {
  await editor.explorer.open('plots.ipynb');
  await chooseOn(await redImage(), 'Describe Output');
  await editor.notifications.toast(/sends no requests/).waitFor();
  expect(provider.requests).toEqual([]);
  expect(await offered('Describe Output').count()).toBe(0);
  await editor.runCommand('Workspaces: Manage Workspace Trust');
  const trust = editor.page.locator('.workspace-trust-editor');
  await trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await trust.getByText('You trust this folder').waitFor();
  await editor.page.locator('.monaco-modal-editor-block .codicon-close').last().click();
  await trust.waitFor({ state: 'hidden' });
});

test('right-click the image of an output, Describe Output, and the answer is in the panel', async () => {
  await chooseOn(await redImage(), 'Describe Output');
  await editor.lastEntry.getByText('The picture is mostly red.').waitFor();
  expect(await editor.lastEntry.locator('.pictures').innerText()).toContain(
    'plots.ipynb cell 2 output 1.png',
  );
  await editor.screenshotInThemes('notebook-output');
});

test('a cell with several images offers them to be picked; a drawing is described, a bad image is told', async () => {
  await offered('Describe Output').last().scrollIntoViewIfNeeded();
  const before = await editor.panel.getByRole('article').count();
  await offered('Describe Output').last().click();
  await editor.quickInput.row('Output 3').waitFor();
  await editor.screenshot('notebook-pick');
  await editor.quickInput.tick('Output 1', 'Output 2');
  await editor.notifications.toast(/1 described, 1 failed/).waitFor();
  const entries = editor.panel.getByRole('article');
  expect(await entries.count()).toBe(before + 2);
  expect(await entries.filter({ hasText: 'output 1.svg' }).innerText()).toContain('mostly blue');
  expect(await entries.filter({ hasText: 'output 2.png' }).innerText()).toMatch(/not an image/);
});

test('the image attached to a Markdown cell is described from the menu of the cell; one without has no such entry', async () => {
  const cells = await drawnCells();
  await chooseOn(cells.locator('.markup img').first(), 'Describe Attached Image');
  await editor.lastEntry.getByText('The picture is mostly lime.').waitFor();
  expect(await editor.lastEntry.locator('.pictures').innerText()).toContain('plots.ipynb cell 3 chart.png');

  await cells.getByText('Words alone').click({ button: 'right' });
  const menu = editor.page.locator('.monaco-menu');
  await menu.locator('.action-menu-item').first().waitFor();
  expect(await menu.innerText()).not.toContain('Describe Attached Image');
  await editor.page.keyboard.press('Escape');
});

test('by the keyboard: the palette describes the selected cell, and names no command for a cell without image', async () => {
  const cells = await drawnCells();
  await cells.getByText('An attachment:').click();
  await editor.commandByKeyboard('Sightline: Describe Attached Image');
  await expect.poll(() => provider.requests.filter(({ method }) => method === 'POST').length).toBe(4);
  await cells.getByText('Words alone').click();
  await editor.page.keyboard.press('F1');
  await editor.quickInput.input.fill('>Sightline: Describe');
  await editor.quickInput.row('Sightline: Describe Image').waitFor();
  expect(await appears(editor.quickInput.row('Sightline: Describe Attached Image'))).toBe(false);
  expect(await editor.quickInput.row('Sightline: Describe Output').count()).toBe(0);
  await editor.quickInput.cancel();
});

test('below a Markdown cell that is being edited its attached image is offered', async () => {
  await (await drawnCells()).getByText('An attachment:').dblclick();
  const before = await editor.panel.getByRole('article').count();
  await offered('Describe Attached Image').click();
  await expect.poll(() => editor.panel.getByRole('article').count()).toBe(before + 1);
  await editor.lastEntry.getByText('The picture is mostly lime.').waitFor();
  await editor.screenshot('notebook-attachment-edited');
});
