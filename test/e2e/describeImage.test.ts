import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

let editor: EditorPage;
beforeAll(async () => {
  editor = await startEditor({ files: { 'pictures/broken.png': 'this is no picture' } });
});
afterAll(() => editor.close());

test('UX-15: right-click a picture, Describe Image, read the answer, without an account and without tokens; a model is offered', async () => {
  await editor.setTheme('dark');
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  const entry = editor.lastEntry;
  await entry.getByText('Offline Describer').first().waitFor();
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor();
  const text = await entry.locator('.answer').innerText();
  expect(text).toMatch(/\d+ × \d+/);
  expect(text).toMatch(/%/);
  expect(await entry.locator('.pictures').innerText()).toContain('lake.jpg');
  expect(await entry.locator('footer').innerText()).not.toContain('token');
  await editor.screenshot('describe-dark');
  await entry.getByRole('button', { name: 'Choose Model' }).click();
  await editor.quickInput.row('Offline Describer').first().waitFor();
  await editor.quickInput.cancel();
});

test('what was sent: the request without secrets and the exact picture', async () => {
  const entry = editor.lastEntry;
  await entry.getByRole('button', { name: 'What Was Sent' }).click();
  const dialog = editor.panel.getByRole('dialog');
  await dialog.getByRole('img').first().waitFor();
  expect(await dialog.innerText()).toMatch(/"model": "offline-describer"/);
  expect(await dialog.innerText()).toMatch(/JPEG|bytes|kB|KB/);
  await editor.screenshot('what-was-sent');
  await editor.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('several pictures: one entry each, a bad one is told and the others go on', async () => {
  const before = await editor.panel.getByRole('article').count();
  await editor.explorer.chooseFromMenu(
    ['pictures/broken.png', 'pictures/logo.png', 'pictures/sales.png'],
    'Describe Image',
  );
  await editor.notifications.toast(/2 described, 1 failed/).waitFor();
  const entries = editor.panel.getByRole('article');
  expect(await entries.count()).toBe(before + 3);
  const broken = entries.filter({ hasText: 'broken.png' });
  expect(await broken.innerText()).toMatch(/broken\.png.*not an image/is);
  const logo = entries.filter({ hasText: 'logo.png' });
  expect(await logo.locator('.answer').innerText()).toMatch(/transparent/i);
  await editor.screenshot('describe-several');
});

test('light, high contrast and a narrow panel', async () => {
  for (const theme of ['light', 'highContrast', 'highContrastLight'] as const) {
    await editor.setTheme(theme);
    await editor.screenshot(`describe-${theme}`);
  }
  await editor.setTheme('dark');
});

test('after a reload the panel is there again with all its answers', async () => {
  const before = await editor.panel.getByRole('article').count();
  const text = await editor.panel.getByRole('article').first().locator('.answer').innerText();
  await editor.reload();
  await editor.panel
    .getByRole('article')
    .nth(before - 1)
    .waitFor();
  expect(await editor.panel.getByRole('article').first().locator('.answer').innerText()).toBe(text);
  await editor.panel.getByRole('article').first().getByRole('button', { name: 'What Was Sent' }).click();
  await editor.panel.getByRole('dialog').getByRole('img').first().waitFor();
  await editor.page.keyboard.press('Escape');
  await editor.screenshot('after-reload');
});

test('pictures dragged from the explorer with Shift go with the next question', async () => {
  await editor.runCommand('Sightline: Open Panel');
  const box = editor.panel.getByRole('textbox', { name: 'Question' });
  const target = await box.boundingBox();
  const dragged = await editor.explorer.select('pictures/sales.png', 'pictures/logo.png');
  const row = await dragged.boundingBox();
  if (target === null || row === null) throw new Error('The panel or the file is not shown.');
  const { mouse, keyboard } = editor.page;
  await mouse.move(row.x + 60, row.y + row.height / 2);
  await mouse.down();
  await keyboard.down('Shift');
  await mouse.move(target.x + 40, target.y - 40, { steps: 10 });
  await mouse.move(target.x + 60, target.y + 10, { steps: 10 });
  await editor.screenshot('dragging-a-picture');
  await mouse.up();
  await keyboard.up('Shift');
  const chips = editor.panel.getByRole('list', { name: 'Attached images' });
  await chips.getByText('logo.png').waitFor();
  await chips.getByText('sales.png').waitFor();
  await box.fill('What is this?');
  await box.press('Enter');
  const entry = editor.panel.getByRole('article').filter({ hasText: 'What is this?' });
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor();
  expect(await entry.locator('.pictures').innerText()).toContain('logo.png');
  await expect.poll(() => chips.count()).toBe(0);
});

test('300 pixels are enough', async () => {
  await editor.explorer.open('README.md');
  await editor.runCommand('View: Move Editor into Left Group');
  await editor.runCommand('Sightline: Open Panel');
  await editor.setPanelWidth(300);
  await editor.screenshot('describe-narrow');
  const wide = await editor.panel.locator('html').evaluate(root => root.scrollWidth > root.clientWidth);
  expect(wide).toBe(false);
});
