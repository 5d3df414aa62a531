import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PanelPageTest } from './panelPageTests.ts';
import { themes, type ThemeName } from './themes.ts';
import { framesOf } from './watchedPage.ts';

/** What is seen of the panel before its script has come, and where. */
interface Outline {
  ground: string;
  box: string;
  border: string;
  /** What the theme has for these three. */
  wanted: { ground: string; box: string; border: string };
  top: number;
  height: number;
  width: number;
}

export const openingTests: PanelPageTest[] = [
  {
    name: 'UX-19: before its script has come the panel shows its outline in the theme’s colours, which then gives way',
    run: async browser => {
      for (const theme of Object.keys(themes) as ThemeName[]) {
        const { page, complaints, release } = await browser.openHeld(theme, 390);
        await page.locator('.composer-box.opening').waitFor();
        await framesOf(page, 2);
        const before = await outlineOf(page);
        const { ground, box, border } = before;
        assert.deepEqual({ ground, box, border }, before.wanted, theme);
        assert.ok(box !== ground || border !== ground, `${theme}: the outline is seen`);
        assert.ok(before.height > 60 && before.width > 340, `${theme}: the outline has a size`);
        assert.equal(await page.getByRole('textbox').count(), 0, 'the script is held back');

        release();
        await page.getByRole('textbox', { name: 'Question' }).waitFor();
        assert.equal(await page.locator('.opening, [aria-busy=true]').count(), 0, 'nothing of it is left');
        assert.equal(await page.getByRole('main').count(), 1);
        // What takes its place stands where it stood.
        const after = await outlineOf(page);
        assert.ok(Math.abs(after.top - before.top) <= 2, `${theme}: ${before.top} became ${after.top}`);
        assert.deepEqual(complaints, []);
        await page.context().close();
      }
    },
  },
];

function outlineOf(page: Page): Promise<Outline> {
  return page.evaluate(() => {
    const box = document.querySelector('.composer-box');
    if (box === null) throw new Error('There is no box.');
    const ofTheme = (...names: string[]): string => {
      const style = getComputedStyle(document.documentElement);
      const value = names.map(name => style.getPropertyValue(name).trim()).find(found => found !== '');
      const sample = document.body.appendChild(document.createElement('i'));
      sample.style.color = value ?? 'transparent';
      const { color } = getComputedStyle(sample);
      sample.remove();
      return color;
    };
    const { backgroundColor, borderTopColor } = getComputedStyle(box);
    const { top, height, width } = box.getBoundingClientRect();
    return {
      ground: getComputedStyle(document.body).backgroundColor,
      box: backgroundColor,
      border: borderTopColor,
      wanted: {
        ground: ofTheme('--vscode-editor-background'),
        box: ofTheme('--vscode-input-background'),
        border: ofTheme('--vscode-input-border', '--vscode-contrastBorder', '--vscode-widget-border'),
      },
      ...{ top, height, width },
    };
  });
}
