import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neighbour } from '../../src/editor/pictures/neighbour.ts';
import { hasPictureEnding } from '../../src/images/pictureEndings.ts';
import { axeViolations } from '../support/axe.ts';
import { heicFile } from '../support/pictureFiles.ts';
import { png, scene } from '../support/pictures.ts';
import { cellAt, colourAt, drawing, microscopeTiff, satelliteTiff } from '../support/samplePictures.ts';
import type { EditorPage } from './editorPage.ts';
import { chooseFromContextMenu } from './parts/contextMenu.ts';
import { frameWith } from './parts/frameWith.ts';
import { startEditor } from './startEditor.ts';

let editor: EditorPage;
beforeAll(async () => {
  editor = await startEditor({
    files: {
      'pictures/cells.tif': microscopeTiff(),
      'pictures/satellite.tif': satelliteTiff(),
      'pictures/phone.heic': heicFile,
      'pictures/drawing.svg': drawing,
      'pictures/photo.png': await png(scene(1900, 1400)),
    },
    // Only the photo is larger.
    settings: { 'sightline.image.detail': 'tiles', 'sightline.image.maxSide': 640 },
    window: { width: 1440, height: 900 },
  });
  // Before the editor knows of the extension, it would show such a file as text.
  await editor.status().waitFor();
});
afterAll(() => editor.close());

/** The picture editor in the active tab, once it shows a picture of this name. */
async function opened(name: string): Promise<Frame> {
  const page = await frameWith(editor.page, `.picture-editor [role=application][aria-label^="${name},"]`);
  await page.locator('.stage img.base').waitFor();
  return page;
}

/** The panel, also beside a picture editor. */
const panel = (): Promise<Frame> => frameWith(editor.page, '.composer');

/** The drawn picture: each pixel as it is on the screen. */
async function drawn(page: Frame): Promise<{ width: number; at: (x: number, y: number) => number[] }> {
  const url = (await page.locator('.stage img.base').getAttribute('src')) ?? '';
  const { data, info } = await sharp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    at: (x, y) => {
      const start = (y * info.width + x) * info.channels;
      return [...data.subarray(start, start + info.channels)];
    },
  };
}

/** Does something that draws the picture anew, and waits until it is. */
async function redrawn(page: Frame, act: () => Promise<unknown>): Promise<void> {
  const image = page.locator('.stage img.base');
  const before = await image.getAttribute('src');
  await act();
  await expect.poll(() => image.getAttribute('src'), { timeout: 15_000 }).not.toBe(before);
}

const facts = (page: Frame): Promise<string> => page.locator('aside').innerText();
const stage = (page: Frame): Locator => page.locator('.stage');

test('a 16-bit TIFF opens in Sightline by itself, so that its cells can be seen, with what it is', async () => {
  await editor.explorer.open('pictures/cells.tif');
  const page = await opened('cells.tif');
  expect(await facts(page)).toMatch(/TIFF image.*600 × 400 px.*16 bits per channel.*Grey.*Pages\s+2/s);
  const { width, at } = await drawn(page);
  expect(width).toBe(600);
  const [low, high] = await Promise.all(
    ['Black', 'White'].map(async name => Number(await page.getByLabel(name).inputValue())),
  );
  if (low === undefined || high === undefined) throw new Error('The ends are not shown.');
  expect(high).toBeLessThan(5000);
  for (const [x, y] of [
    [120, 90],
    [10, 10],
    [300, 150],
  ] as const) {
    const shown = Math.min(255, Math.max(0, ((cellAt(x, y) - low) / (high - low)) * 255));
    expect(Math.abs((at(x, y)[0] ?? 0) - shown)).toBeLessThan(2);
  }
  await editor.screenshot('picture-tiff-dark');
});

test('the probe says the values of the file, moved by the arrow keys', async () => {
  const page = await opened('cells.tif');
  await stage(page).focus();
  await editor.page.keyboard.press('1');
  await editor.page.keyboard.press('p');
  const values = page.locator('.values');
  const spot = async (x: number, y: number): Promise<void> =>
    expect
      .poll(() => values.innerText(), { timeout: 15_000 })
      .toMatch(
        new RegExp(
          `x ${x} y ${y}\\s+Values \\(16 bits per channel\\)\\s+Grey ${cellAt(x, y).toLocaleString('en')}`,
        ),
      );
  await spot(300, 200);
  await editor.page.keyboard.press('ArrowRight');
  await editor.page.keyboard.press('Shift+ArrowUp');
  await spot(301, 190);
  await expect
    .poll(() => page.locator('.values [role=status]').innerText())
    .toContain(`x 301, y 190. Values (16 bits per channel): Grey ${cellAt(301, 190).toLocaleString('en')}`);
  for (let step = 0; step < 12; step++) await editor.page.keyboard.press('+');
  expect((await page.locator('.stage img.base').boundingBox())?.height).toBe(64 * 400);
  await editor.screenshot('picture-probe-dark');
  await editor.page.keyboard.press('Escape');
  await editor.page.keyboard.press('0');
});

test('another mapping, the second page, one channel', async () => {
  const page = await opened('cells.tif');
  await redrawn(page, () => page.getByLabel('Mapping').selectOption('full'));
  expect((await drawn(page)).at(120, 90)[0]).toBe(Math.round((cellAt(120, 90) / 65_535) * 255));
  await page.getByLabel('White').fill('3000');
  await redrawn(page, () => page.getByLabel('White').press('Enter'));
  expect((await drawn(page)).at(120, 90)[0]).toBe(Math.round((cellAt(120, 90) / 3000) * 255));
  expect(await page.getByLabel('Mapping').inputValue()).toBe('own');
  await redrawn(page, () => page.getByLabel('Mapping').selectOption('full'));
  await redrawn(page, () => page.getByLabel('Page').selectOption('2 of 2'));
  const [r, g, b] = colourAt(200, 100);
  expect((await drawn(page)).at(200, 100)).toEqual(
    [r, g, b].map(value => Math.round((value / 65_535) * 255)),
  );
  expect(await facts(page)).toMatch(/320 × 200 px.*RGB/s);
  await editor.screenshot('picture-tiff-page-2-dark');
  await redrawn(page, () => page.getByLabel('Channel').selectOption('green'));
  expect((await drawn(page)).at(200, 100)[0]).toBe(Math.round((g / 65_535) * 255));
});

test('PIC-2: the bands of a picture are chosen by the keyboard, in light, dark, high contrast and narrow', async () => {
  await editor.explorer.open('pictures/satellite.tif');
  const page = await opened('satellite.tif');
  expect(await facts(page)).toMatch(/Bands\s+4.*Of its 4 bands the first three are shown/s);
  const channel = page.getByLabel('Channel');
  expect(await channel.locator('option').allInnerTexts()).toEqual([
    ...['Colour (bands 1, 2, 3)', 'Red (band 1)', 'Green (band 2)', 'Blue (band 3)', 'Luminance', 'Band 4'],
  ]);
  await channel.focus();
  await redrawn(page, () => editor.page.keyboard.press('End'));
  expect(await channel.inputValue()).toBe('band4');
  const [low, high] = await Promise.all(
    ['Black', 'White'].map(async name => Number(await page.getByLabel(name).inputValue())),
  );
  const shown = ((cellAt(300, 150) - (low ?? 0)) / ((high ?? 1) - (low ?? 0))) * 255;
  expect(Math.abs(((await drawn(page)).at(300, 150)[0] ?? 0) - shown)).toBeLessThan(2);
  for (const theme of ['light', 'highContrast', 'dark'] as const) {
    await editor.setTheme(theme);
    expect(await axeViolations(page)).toEqual([]);
    await editor.screenshot(`picture-bands-${theme}`);
  }
  await editor.page.setViewportSize({ width: 760, height: 700 });
  await editor.screenshot('picture-bands-narrow');
  await editor.page.setViewportSize({ width: 1440, height: 900 });
});

test('a HEIC opens by itself, an SVG by Open in Sightline', async () => {
  await editor.explorer.open('pictures/phone.heic');
  const phone = await opened('phone.heic');
  expect(await facts(phone)).toMatch(/HEIC image.*64 × 32 px/s);
  const [r = 0, g = 255, b = 255] = (await drawn(phone)).at(8, 8);
  expect(r > 240 && g < 15 && b < 15).toBe(true);
  await editor.screenshot('picture-heic-dark');
  await editor.explorer.chooseFromMenu('pictures/drawing.svg', 'Open in Sightline');
  const svg = await opened('drawing.svg');
  expect(await facts(svg)).toMatch(/SVG drawing.*120 × 80 px/s);
  expect((await drawn(svg)).width).toBe(2048);
  await editor.screenshot('picture-svg-dark');
});

test('what changes on the disk is read again', async () => {
  await editor.explorer.open('pictures/phone.heic');
  const page = await opened('phone.heic');
  const other = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#208040' } })
    .png()
    .toBuffer();
  await writeFile(path.join(editor.folder, 'pictures/phone.heic'), other);
  await expect.poll(() => facts(page), { timeout: 20_000 }).toMatch(/PNG image.*40 × 30/s);
  expect(await facts(page)).toContain('Its name ends in .heic, but it is a PNG image.');
  await writeFile(path.join(editor.folder, 'pictures/phone.heic'), 'no picture');
  await page
    .getByRole('alert')
    .getByText(/it is text, not an image/)
    .waitFor();
  await editor.screenshot('picture-failed-dark');
  await writeFile(path.join(editor.folder, 'pictures/phone.heic'), heicFile);
  await expect.poll(() => facts(page), { timeout: 20_000 }).toMatch(/HEIC image/);
});

test('light and high contrast', async () => {
  for (const theme of ['light', 'highContrast'] as const) {
    await editor.setTheme(theme);
    for (const name of ['cells.tif', 'phone.heic']) {
      await editor.explorer.open(`pictures/${name}`);
      const page = await opened(name);
      expect(await axeViolations(page)).toEqual([]);
      await editor.screenshot(`picture-${name.split('.')[1]}-${theme}`);
    }
    await editor.explorer.chooseFromMenu('pictures/drawing.svg', 'Open in Sightline');
    await opened('drawing.svg');
    await editor.screenshot(`picture-svg-${theme}`);
  }
  await editor.setTheme('dark');
});

test('Describe Image in the picture editor; in the panel the picture opens large, what was sent beside the original', async () => {
  await editor.explorer.open('pictures/cells.tif');
  const page = await opened('cells.tif');
  await redrawn(page, () => page.getByLabel('Page').selectOption('1 of 2'));
  await redrawn(page, () => page.getByLabel('Mapping').selectOption('As sent'));
  await page.getByRole('button', { name: 'Describe Image' }).click();
  const entry = (await panel()).getByRole('article').last();
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor();
  const thumbnail = entry.getByRole('button', { name: 'Enlarge cells.tif' });
  await thumbnail.focus();
  await editor.page.keyboard.press('Enter');
  const dialog = (await panel()).getByRole('dialog', { name: 'cells.tif' });
  await dialog.locator('.stage img.base').nth(1).waitFor();
  const sources = await dialog
    .locator('.stage img.base')
    .evaluateAll(images => images.map(image => (image as HTMLImageElement).src.slice(0, 22)));
  expect(sources).toEqual(['data:image/jpeg;base64', 'data:image/png;base64,']);
  expect(await dialog.locator('aside').innerText()).toMatch(
    /Sent.*JPEG.*600 × 400.*Quality\s+85.*Mapping.*\(black\).*Not sent.*1 of its 2 pages.*Original.*16 bits/s,
  );
  await editor.screenshot('large-tiff-dark');
});

test('pointing at a pixel reads both, and both are zoomed together; Escape closes and gives the focus back', async () => {
  const dialog = (await panel()).getByRole('dialog', { name: 'cells.tif' });
  await dialog.getByRole('application').nth(1).focus();
  await editor.page.keyboard.press('p');
  const values = dialog.locator('.values');
  await expect
    .poll(() => values.innerText())
    .toMatch(/Original \(16 bits per channel\)\s+Grey [\d,]+\s+Sent \(8 bits\)\s+R \d+ {2}G \d+ {2}B \d+/);
  await editor.page.keyboard.press('Escape');
  for (let step = 0; step < 9; step++) await editor.page.keyboard.press('+');
  const widths = await dialog
    .locator('.stage img.base')
    .evaluateAll(images => images.map(image => image.clientWidth));
  expect(widths[0]).toBe(widths[1]);
  await dialog.getByRole('button', { name: 'Sent', exact: true }).click();
  expect(await dialog.locator('.stage').count()).toBe(1);
  await editor.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await (await panel()).locator(':focus').getAttribute('aria-label')).toBe('Enlarge cells.tif');
});

test('Describe Image sends the page, channel and values that are seen; "What was sent" says so and shows it large', async () => {
  await editor.tab('cells.tif').click();
  const page = await opened('cells.tif');
  await redrawn(page, () => page.getByLabel('Page').selectOption('2 of 2'));
  await redrawn(page, () => page.getByLabel('Channel').selectOption('green'));
  await page.getByLabel('Black').fill('120');
  await redrawn(page, () => page.getByLabel('Black').press('Enter'));
  await page.getByLabel('White').fill('40000');
  await redrawn(page, () => page.getByLabel('White').press('Enter'));
  await page.getByRole('button', { name: 'Describe Image' }).click();
  const entry = (await panel()).getByRole('article').last();
  await entry.getByText('120 (black) to 40,000 (white), as chosen.').waitFor();
  await entry.getByText('Only number 2 of 2 pages is sent.').waitFor();
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor();
  await editor.screenshot('described-look-dark');
  await entry.getByRole('button', { name: 'What Was Sent' }).click();
  const sent = (await panel()).getByRole('dialog', { name: 'What was sent' });
  await sent.getByText('Only its green channel is sent, as grey.').waitFor();
  await sent.getByRole('button', { name: 'Enlarge cells.tif' }).scrollIntoViewIfNeeded();
  await editor.screenshot('sent-look-dark');
  await sent.getByRole('button', { name: 'Enlarge cells.tif' }).focus();
  await editor.page.keyboard.press('Enter');
  const dialog = (await panel()).getByRole('dialog', { name: 'cells.tif' });
  await dialog.locator('.stage img.base').nth(1).waitFor();
  expect(await dialog.locator('aside').innerText()).toMatch(
    /Page\s+2 of 2.*Channel\s+Green.*Mapping.*as chosen/s,
  );
  // The original beside it is looked at in the same way.
  expect(await dialog.getByLabel('White').inputValue()).toBe('40000');
  const [was, is] = await Promise.all(
    [0, 1].map(at => brightness(dialog.locator('.stage img.base').nth(at))),
  );
  expect(Math.abs((was ?? 0) - (is ?? 255))).toBeLessThan(2);
  await editor.screenshot('large-look-dark');
  await editor.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await (await panel()).locator(':focus').getAttribute('aria-label')).toBe('Enlarge cells.tif');
  await editor.page.keyboard.press('Escape');
  await sent.waitFor({ state: 'detached' });
});

test('crops that were sent are chosen on the overview, and each is seen as it was sent', async () => {
  await describe('photo.png');
  const dialog = await large('photo.png');
  await dialog.locator('.stage img.base').nth(1).waitFor();
  await editor.screenshot('large-crops-dark');
  await dialog.getByRole('button', { name: 'Crop 2, row 1, column 2' }).click();
  const crop = dialog.getByRole('application', { name: 'photo.png as it was sent, crop 2' });
  await crop.locator('img.detail').waitFor();
  expect(await dialog.locator('.crop-frame').count()).toBe(2);
  await crop.focus();
  await editor.page.keyboard.press('p');
  await expect.poll(() => dialog.locator('.values').innerText()).toMatch(/Crop 2 \(8 bits\)\s+R \d+/);
  await editor.page.keyboard.press('Escape');
  await editor.screenshot('large-crop-2-dark');
  await dialog.getByRole('button', { name: 'Fit' }).click();
  await editor.setTheme('light');
  await editor.screenshot('large-crop-2-light');
  await dialog.getByRole('button', { name: 'Overview' }).click();
  await crop.waitFor({ state: 'detached' });
  expect(await dialog.locator('.crop-frame').count()).toBe(0);
  expect(await axeViolations(await panel())).toEqual([]);
  await editor.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await editor.setTheme('dark');
});

test('the HEIC and the SVG large, dark and light', async () => {
  const names = ['phone.heic', 'drawing.svg', 'cells.tif'];
  for (const name of names) await describe(name);
  for (const theme of ['dark', 'light'] as const) {
    // It is dark already.
    if (theme === 'light') await editor.setTheme(theme);
    for (const name of names) {
      const dialog = await large(name);
      await dialog.getByRole('button', { name: 'Both' }).click();
      await dialog.locator('.stage img.base').nth(1).waitFor();
      await editor.screenshot(`large-${name.split('.')[1]}-${theme}`);
      await editor.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }
  await editor.setTheme('dark');
});

test('over the whole window the two lie side by side', async () => {
  await editor.runCommand('Sightline: Open Panel');
  await editor.runCommand('View: Close Editors in Other Groups');
  const dialog = await large('cells.tif');
  await dialog.locator('.stage img.base').nth(1).waitFor();
  await editor.screenshot('large-wide-dark');
  expect(await axeViolations(await panel())).toEqual([]);
  await editor.page.keyboard.press('Escape');
});

test('an original that has changed or is gone is said to be, beside what was sent', async () => {
  await writeFile(path.join(editor.folder, 'pictures/drawing.svg'), drawing.replace('#fff', '#ffe'));
  const changed = await large('drawing.svg');
  await changed.getByText('drawing.svg has changed since it was sent.').waitFor();
  await editor.page.keyboard.press('Escape');
  await changed.waitFor({ state: 'detached' });
  await rm(path.join(editor.folder, 'pictures/cells.tif'));
  const gone = await large('cells.tif');
  await gone.getByText('cells.tif no longer exists.').waitFor();
  expect(await gone.locator('.stage img.base').count()).toBe(1);
  await editor.screenshot('large-gone-dark');
  await editor.page.keyboard.press('Escape');
});

test('UX-26: the next and the previous image of the folder take the place of the one that is open, by key, button and menu', async () => {
  await editor.explorer.open('pictures/satellite.tif');
  const names = (await readdir(path.join(editor.folder, 'pictures'))).filter(hasPictureEnding);
  const beside = (name: string, step: 1 | -1) => neighbour(names, name, step) ?? '';
  const [one, two] = [beside('satellite.tif', 1), beside(beside('satellite.tif', 1), 1)];
  await stage(await opened('satellite.tif')).focus();
  await editor.page.keyboard.press('PageDown');
  await stage(await opened(one)).focus();
  expect(await editor.tab('satellite.tif').count()).toBe(0);
  await editor.page.getByRole('button', { name: /^Next Image/ }).click();
  await chooseOnImage(await opened(two), 'Previous Image');
  await stage(await opened(one)).focus();
  await editor.page.keyboard.press('PageUp');
  await opened('satellite.tif');
  expect(await editor.page.getByRole('button', { name: /^Describe Image/ }).count()).toBe(0);
  await editor.screenshot('picture-turned-dark');
});

test('UX-26: an image is copied, its path too, and it is found in the Explorer', async () => {
  await editor.explorer.open('pictures/satellite.tif');
  const page = await opened('satellite.tif');
  const types = () =>
    editor.page.evaluate(async () => (await navigator.clipboard.read()).flatMap(item => [...item.types]));
  await chooseOnImage(page, 'Copy Image');
  await expect.poll(types).toEqual(['image/png']);
  await chooseOnImage(page, 'Copy Image Path');
  await expect
    .poll(() => editor.page.evaluate(() => navigator.clipboard.readText()))
    .toBe(path.join(editor.folder, 'pictures/satellite.tif'));
  await editor.explorer.row('README.md').click();
  await editor.tab('satellite.tif').click();
  await chooseOnImage(await opened('satellite.tif'), 'Reveal Image in Explorer');
  await editor.explorer.row('satellite.tif').and(editor.page.locator('.selected')).waitFor();
});

/** The menu of an image, by a right click on it. */
async function chooseOnImage(page: Frame, entry: string): Promise<void> {
  const open = (): Promise<void> => stage(page).click({ button: 'right', position: { x: 40, y: 40 } });
  await chooseFromContextMenu(editor.page, open, entry);
}

/** The mean brightness of a drawn picture. */
async function brightness(image: Locator): Promise<number> {
  const url = (await image.getAttribute('src')) ?? '';
  const { channels } = await sharp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')).stats();
  return channels[0]?.mean ?? 0;
}

/** Describes a picture and waits for the answer. */
async function describe(name: string): Promise<void> {
  await editor.explorer.chooseFromMenu(`pictures/${name}`, 'Describe Image');
  const entry = (await panel()).getByRole('article').filter({ hasText: name }).last();
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor();
}

/** Opens the picture of the newest entry that has it large. */
async function large(name: string): Promise<Locator> {
  const page = await panel();
  await page
    .getByRole('button', { name: `Enlarge ${name}` })
    .last()
    .click();
  return page.getByRole('dialog', { name });
}
