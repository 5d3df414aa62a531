import assert from 'node:assert/strict';
import { axeViolations } from '../axe.ts';
import { accessibilityTree, treeProblems } from '../accessibility/accessibilityTree.ts';
import { expectAccessible } from '../accessibility/expectAccessible.ts';
import { themes, type ThemeName } from '../panelPage/themes.ts';
import { changeTheme } from '../panelPage/watchedPage.ts';
import { foundInPicture, openedPicture } from './openedPicture.ts';
import type { PictureBrowser, PicturePage } from './picturePage.ts';

/** One check of the built page in a real browser. */
export interface PicturePageTest {
  name: string;
  run: (browser: PictureBrowser) => Promise<void>;
}

const tools = [
  ...['Page', 'Channel', 'Mapping', 'Black', 'White', 'Describe Image', 'Zoom Out', 'Zoom In', 'Fit'],
  ...['100 %', 'Probe', 'Detections'],
];

/** What can only be seen in a real browser; a runner gives each its name, and the browser they share. */
export const picturePageTests: PicturePageTest[] = [
  {
    name: 'UX: the image view names everything, and Tab leads through it, with and without detections',
    run: onPage(async picture => {
      const { messages } = await openedPicture();
      await picture.send(...messages);
      await fitted(picture);
      await expectAccessible(picture.page, [...tools, 'lake.tif, 52 %']);
      await picture.send({ type: 'detections', detections: foundInPicture });
      await expectAccessible(picture.page, [
        ...tools,
        ...['lake.tif, 52 %', 'Objects 1', 'Text 1', 'boat80 %, center', 'Copy Text', 'Copy List'],
      ]);
    }),
  },
  {
    name: 'UX: an image that is read, or cannot be, has a title, is told of, and its button is reached',
    run: onPage(async ({ page, send }) => {
      const said = (role: 'status' | 'alert') => page.getByRole(role).filter({ visible: true }).innerText();
      assert.deepEqual(treeProblems(await accessibilityTree(page)), []);
      await send({ type: 'reading', name: 'lake.tif', byteLength: 10_000_000 });
      assert.equal((await said('status')).trim(), 'Reading lake.tif (9.5 MB)…');
      await expectAccessible(page, ['Cancel']);
      await send({ type: 'failed', message: 'The file is damaged.', remedy: 'retry' });
      assert.equal((await said('alert')).trim(), 'The file is damaged.');
      await expectAccessible(page, ['Retry']);
    }),
  },
  {
    name: 'UX: in the image view the zoom, the probe and the detections are announced',
    run: onPage(async ({ page, send }) => {
      const { messages } = await openedPicture();
      await send(...messages);
      await fitted({ page });
      const live = page.locator('[role=status], [aria-live=polite]');
      const image = page.getByRole('application', { name: /^lake\.tif/ });
      await image.focus();
      await page.keyboard.press('1');
      await live.getByText('100 %', { exact: true }).waitFor();
      await page.keyboard.press('p');
      await live.getByText(/^x \d+, y \d+\. Values/).waitFor({ state: 'attached' });
      await page.keyboard.press('d');
      await send({ type: 'detections', detections: { state: 'looking' } });
      await live.getByText('Looking for objects…').waitFor();
      await send({ type: 'detections', detections: foundInPicture });
      await live.getByText('Recognized: 1 object, 1 line of text.').waitFor();
    }),
  },
  {
    name: 'UX: the image view keeps the accessibility rules in every theme',
    run: onPage(async picture => {
      const { messages } = await openedPicture();
      await picture.send(...messages, { type: 'detections', detections: foundInPicture });
      for (const theme of Object.keys(themes) as ThemeName[]) {
        await changeTheme(picture.page, theme);
        assert.deepEqual(await axeViolations(picture.page), [], theme);
      }
    }),
  },
];

function onPage(run: (picture: PicturePage) => Promise<void>): PicturePageTest['run'] {
  return async browser => {
    const picture = await browser.open();
    await run(picture);
    assert.deepEqual(picture.complaints, []);
    await picture.page.context().close();
  };
}

/** Resolves once the image is drawn as large as there is room. */
async function fitted({ page }: Pick<PicturePage, 'page'>): Promise<void> {
  await page.getByRole('application', { name: 'lake.tif, 52 %' }).waitFor();
}
