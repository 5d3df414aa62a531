import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { png, scene } from '../support/pictures.ts';
import type { EditorPage } from './editorPage.ts';
import { frameWith } from './parts/frameWith.ts';
import { startEditor } from './startEditor.ts';

let editor: EditorPage;
beforeAll(async () => {
  editor = await startEditor({
    recognizes: true,
    files: { 'plain.png': await png(scene(600, 400)) },
    window: { width: 1440, height: 900 },
  });
  await editor.status().waitFor();
});
afterAll(() => editor.close());

/** The first recognition opens the networks, on a busy machine for many seconds. */
const opening = 120_000;

const street = (): Promise<Frame> =>
  frameWith(editor.page, '.picture-editor [role=application][aria-label^="street.jpg,"]');
const panel = (): Promise<Frame> => frameWith(editor.page, '.composer');
const clipboard = (): Promise<string> => editor.page.evaluate(() => navigator.clipboard.readText());
const rows = (page: Frame | Locator): Locator => page.locator('.detection-list [role=option]');
const read = (page: Frame | Locator): Promise<void> =>
  page
    .getByText(/Recognized: .*3 lines of text/)
    .first()
    .waitFor({ timeout: opening });

test('the street of the sample folder is described by the things and the text in it, without an account', async () => {
  await editor.explorer.chooseFromMenu('street.jpg', 'Describe Image');
  const entry = editor.lastEntry;
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor({ timeout: opening });
  const text = await entry.locator('.answer').innerText();
  for (const thing of ['bus', 'stop sign', 'clock', 'LAKE ROAD']) expect(text).toContain(thing);
  await editor.screenshot('detections-described-dark');
});

test('Detections shows boxes over the image and a list beside it', async () => {
  await editor.explorer.chooseFromMenu('street.jpg', 'Open in Sightline');
  const page = await street();
  const control = page.getByRole('button', { name: 'Detections' });
  expect(await control.getAttribute('aria-pressed')).toBe('false');
  await control.click();
  await read(page);
  expect((await rows(page).locator('.label').allInnerTexts()).sort()).toEqual(
    ['12 LAKESIDE', 'LAKE ROAD', 'STOP', 'bus', 'clock', 'stop sign'].sort(),
  );
  expect(await page.locator('.detection-boxes .outline').count()).toBe(6);
  const image = page.locator('svg[role=img]');
  expect(await image.getAttribute('aria-label')).toMatch(/bus.*stop sign/);
  const seen = await page.locator('.stage img.base').boundingBox();
  const drawn = await image.boundingBox();
  expect(Math.abs((drawn?.width ?? 0) - (seen?.width ?? 1))).toBeLessThan(2);
  await editor.screenshot('detections-dark');
});

test('a row lights its box by pointer and by key, and a box its row; boxes follow the zoom', async () => {
  const page = await street();
  const bus = rows(page).filter({ hasText: 'bus' });
  await bus.hover();
  expect(await page.locator('.outline.lit').count()).toBe(1);
  await bus.focus();
  const first = await rows(page).first().innerText();
  await editor.page.keyboard.press('Home');
  expect(await page.locator('[role=option]:focus').innerText()).toBe(first);
  await editor.page.keyboard.press('ArrowDown');
  expect(await page.locator('[role=option][tabindex="0"]').count()).toBe(1);
  const label = await page.locator('[role=option]:focus .label').innerText();
  await editor.page.keyboard.press('Control+c');
  await expect.poll(clipboard).toBe(label);
  const before = await page.locator('.detection-boxes').boundingBox();
  await editor.page.keyboard.press('Enter');
  await expect
    .poll(async () => (await page.locator('.detection-boxes').boundingBox())?.width ?? 0)
    .toBeGreaterThan((before?.width ?? 0) + 10);
  await editor.screenshot('detections-zoomed-dark');
  await page.getByRole('button', { name: 'Fit' }).click();
  const clock = await page.locator('.outline.object .line').last().boundingBox();
  if (clock === null) throw new Error('The last object has a box.');
  await editor.page.mouse.move(clock.x + clock.width / 2, clock.y + 6);
  await page.locator('[role=option].lit').waitFor();
});

test('a line of text is selected on the image; text, list and one kind are copied and hidden', async () => {
  const page = await street();
  const [from, to] = await Promise.all([0, 1].map(at => page.locator('.text-line').nth(at).boundingBox()));
  if (!from || !to) throw new Error('The lines of text are on the image.');
  await editor.page.mouse.move(from.x + 3, from.y + from.height / 2);
  await editor.page.mouse.down();
  await editor.page.mouse.move(to.x + to.width - 3, to.y + to.height / 2, { steps: 8 });
  await editor.page.mouse.up();
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('LAKE ROAD\nSTOP');
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
  await page.getByRole('button', { name: 'Copy Text' }).click();
  await expect.poll(clipboard).toBe('LAKE ROAD\nSTOP\n12 LAKESIDE');
  await page.getByRole('button', { name: /^Text/ }).click();
  expect(await page.locator('.text-line').count()).toBe(0);
  expect(await rows(page).count()).toBe(3);
  await page.getByRole('button', { name: 'Copy List' }).click();
  await expect.poll(clipboard).toMatch(/^object\t[a-z ]+\t\d+ %\t[a-z ]+\tx \d+, y \d+, \d+ × \d+ px\n/);
  await page.getByRole('button', { name: /^Text/ }).click();
});

test('light, high contrast and narrow', async () => {
  const page = await street();
  for (const theme of ['light', 'highContrast', 'highContrastLight', 'dark'] as const) {
    await editor.setTheme(theme);
    expect(await axeViolations(page)).toEqual([]);
    await editor.screenshot(`detections-${theme}`);
  }
  await editor.setWindowSize(700, 900);
  await rows(page).last().scrollIntoViewIfNeeded();
  await editor.screenshot('detections-narrow');
  await editor.setWindowSize(1440, 900);
});

test('Detections stays on for the next image, and says so where nothing is recognized', async () => {
  await editor.explorer.chooseFromMenu('plain.png', 'Open in Sightline');
  const page = await frameWith(editor.page, '.picture-editor [role=application][aria-label^="plain.png,"]');
  expect(await page.getByRole('button', { name: 'Detections' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Nothing was recognized.').waitFor({ timeout: opening });
});

test('in the panel the image opens large with the same boxes over what was sent and over the original', async () => {
  await editor.runCommand('Sightline: Open Panel');
  const entry = (await panel()).getByRole('article').last();
  await entry.getByRole('button', { name: 'Enlarge street.jpg' }).click();
  const dialog = (await panel()).getByRole('dialog', { name: 'street.jpg' });
  await read(dialog);
  // What was sent looks as the original does: one is enough.
  expect(await dialog.locator('svg.detection-boxes').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Both' }).click();
  await expect.poll(() => dialog.locator('svg.detection-boxes').count()).toBe(2);
  await editor.screenshot('detections-large-dark');
  await editor.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('Copy Text puts the text of an image into the clipboard, of the open one, and of several', async () => {
  await editor.explorer.chooseFromMenu('plain.png', 'Copy Text');
  await editor.notifications.toast('No text was found in plain.png.').waitFor({ timeout: opening });
  await editor.explorer.chooseFromMenu('street.jpg', 'Copy Text');
  await editor.notifications.toast('Copied 3 lines.').waitFor({ timeout: opening });
  expect(await clipboard()).toBe('LAKE ROAD\nSTOP\n12 LAKESIDE');
  await editor.explorer.open('street.jpg');
  await editor.page.evaluate(() => navigator.clipboard.writeText(''));
  await editor.runCommand('Sightline: Copy Text');
  await expect.poll(clipboard, { timeout: opening }).toBe('LAKE ROAD\nSTOP\n12 LAKESIDE');
  await editor.explorer.chooseFromMenu(['street.jpg', 'plain.png', 'pictures/sales.png'], 'Copy Text');
  await editor.notifications.toast(/Copied \d{2} lines\./).waitFor({ timeout: opening });
  expect(await clipboard()).toContain('LAKE ROAD\nSTOP\n12 LAKESIDE\n\n');
});

test('the image with its boxes stands beside its description', async () => {
  await editor.runCommand('View: Close All Editors');
  await editor.runCommand('Sightline: New Conversation');
  // Shown once the conversation before it is kept.
  await (await panel()).getByRole('heading', { name: 'Describe images and prompt models' }).waitFor();
  await editor.runCommand('View: Close All Editors');
  // Else the menu would be that of the images that are selected together.
  await editor.explorer.row('README.md').click();
  await editor.explorer.chooseFromMenu('street.jpg', 'Open in Sightline');
  const page = await street();
  const control = page.getByRole('button', { name: 'Detections' });
  if ((await control.getAttribute('aria-pressed')) === 'false') await control.click();
  await page.getByRole('button', { name: 'Describe Image' }).click();
  const entry = (await panel()).getByRole('article').last();
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor({ timeout: opening });
  await read(await street());
  await editor.screenshot('detections-beside-dark');
});
