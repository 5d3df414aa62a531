import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toyCaptioner, toySentence } from '../support/captioning/toyCaptioner.ts';
import { startToyHub, type ToyHub } from '../support/captioning/toyHub.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

/** The toy, with a file of three megabytes that is fetched before its weights: blanks change nothing in it. */
function toyOfMegabytes(): Map<string, Buffer> {
  const files = toyCaptioner();
  const tokenizer = files.get('tokenizer.json')?.toString() ?? '';
  return files.set('tokenizer.json', Buffer.from(tokenizer.padEnd(3 * 1024 ** 2)));
}

let hub: ToyHub;
let editor: EditorPage;
/** Where the model lies, as its sheet says. */
let folder: string;
beforeAll(async () => {
  hub = await startToyHub(toyOfMegabytes());
  editor = await startEditor({ settings: { 'sightline.models.mirror': hub.url } });
});
afterAll(async () => {
  await editor.close();
  await hub[Symbol.asyncDispose]();
});

const fetched = (): string[] => hub.hits.filter(hit => hit.includes('/resolve/'));
const downloadsOffered = async (): Promise<void> => {
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.choose('On This Machine');
  await editor.quickInput.row('DistilViT').waitFor();
};

test('a model is downloaded after its sheet was read, paused, resumed later, and used', async () => {
  await downloadsOffered();
  await editor.screenshot('machine-model-list');
  await editor.quickInput.choose('DistilViT');
  const sheet = editor.notifications.dialog('Download DistilViT?');
  await sheet.waitFor();
  await editor.screenshot('machine-model-sheet');
  const told = await sheet.innerText();
  for (const words of [
    `From: ${new URL(hub.url).host} (Mozilla/distilvit)`,
    'Size: 3 MB',
    'License: Apache-2.0',
    'Remove Model from This Machine',
  ])
    expect(told).toContain(words);
  folder = /Folder: (.+)/.exec(told)?.[1]?.trim() ?? '';
  expect(fetched()).toEqual([]);
  expect(existsSync(folder)).toBe(false);

  hub.faults.push({ path: 'tokenizer.json', kind: 'stuck', times: 1 });
  await editor.notifications.pressInDialog('Download DistilViT?', 'Download');
  const progress = editor.notifications.toast('Downloading DistilViT');
  await progress.getByText('1.5 MB of 3 MB').waitFor();
  await editor.screenshot('machine-model-progress');
  await editor.notifications.press('Downloading DistilViT', 'Cancel');
  await editor.notifications.toast('The download of DistilViT is paused at 50 %.').waitFor();
  await editor.screenshot('machine-model-paused');
  await editor.runCommand('Notifications: Clear All Notifications');

  await downloadsOffered();
  await editor.quickInput.row('DistilViT').getByText('paused at 50 %').waitFor();
  await editor.screenshot('machine-model-list-paused');
  await editor.quickInput.choose('DistilViT');
  await editor.notifications.dialog('of which 1.5 MB are here').waitFor();
  await editor.screenshot('machine-model-sheet-paused');
  await editor.notifications.pressInDialog('Resume the download of DistilViT?', 'Resume');
  await editor.notifications.toast('DistilViT was downloaded (3 MB).').waitFor();
  await editor.screenshot('machine-model-downloaded');
  expect(fetched().filter(hit => hit.includes('/tokenizer.json bytes='))).toHaveLength(1);
  await editor.notifications.press('DistilViT was downloaded', 'Use Model');
  await editor.runCommand('Sightline: Open Panel');
  await editor.panel.getByRole('button', { name: /current: On This Machine, distilvit/ }).waitFor();
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.active('distilvit').waitFor();
  await editor.quickInput.row('On This Machine').getByText('download another captioning model').waitFor();
  await editor.screenshot('machine-model-chosen');
  await editor.quickInput.cancel();
});

test('it describes images without any request, with its server gone too, until it is removed', async () => {
  const { length } = hub.hits;
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  await editor.lastEntry.filter({ hasText: 'lake.jpg' }).getByText(toySentence).waitFor();
  await editor.screenshot('machine-model-answer');
  expect(hub.hits).toHaveLength(length);
  await hub[Symbol.asyncDispose]();
  await editor.explorer.chooseFromMenu('street.jpg', 'Describe Image');
  await editor.lastEntry.filter({ hasText: 'street.jpg' }).getByText(toySentence).waitFor();

  await editor.runCommand('Sightline: Remove Model from This Machine…');
  await editor.quickInput.row('DistilViT').waitFor();
  await editor.screenshot('machine-model-remove-list');
  await editor.quickInput.choose('DistilViT');
  await editor.notifications.dialog('Remove DistilViT?').waitFor();
  await editor.screenshot('machine-model-remove');
  expect(existsSync(folder)).toBe(true);
  await editor.notifications.pressInDialog('Remove DistilViT?', 'Remove');
  await editor.notifications.toast('DistilViT was removed. It was the model in use.').waitFor();
  await editor.screenshot('machine-model-removed');
  expect(existsSync(folder)).toBe(false);
  await editor.explorer.chooseFromMenu('pictures/logo.png', 'Describe Image');
  const entry = editor.lastEntry.filter({ hasText: 'logo.png' });
  await entry.getByText("The model 'distilvit' is not downloaded.").waitFor();
  await editor.screenshot('machine-model-gone');
  await entry.getByRole('button', { name: 'Choose Model' }).click();
  await editor.quickInput.row('On This Machine').getByText('a captioning model is downloaded once').waitFor();
  await expect.poll(() => editor.quickInput.row('distilvit').count()).toBe(0);
  await editor.screenshot('machine-model-none');
});
