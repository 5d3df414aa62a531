import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { colouredFiles, type Colour } from '../support/pictures.ts';
import { chatStream, eventStream, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

/** What a person sees of answers: where they begin, how they are set, what stands over them. */
const many = 8;
const colours = Object.fromEntries(
  Array.from({ length: many }, (_, at): [string, Colour] => [`pictures/x${at}.png`, [at * 30, 90, 200]]),
);

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: await colouredFiles(colours),
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => provider.reset());

async function answered(text: string): Promise<Locator> {
  provider.script(eventStream(...chatStream([text])));
  const before = await editor.panel.getByRole('article').count();
  await editor.ask('Tell me.');
  // Until then the last one is that of the question before.
  await expect.poll(() => editor.panel.getByRole('article').count()).toBe(before + 1);
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
  return editor.lastEntry.locator('.answer');
}

function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
}

test('UX-7: of many images the first stays in view; those that wait their turn are queued, without a clock', async () => {
  const gate = Promise.withResolvers<undefined>();
  provider.script(() => gate.promise);
  const [first = '', ...others] = Object.keys(colours);
  await editor.explorer.chooseFromMenu([first, ...others], 'Describe Image');
  const entries = editor.panel.getByRole('article');
  await expect.poll(() => entries.count()).toBe(many);
  expect(await editor.notifications.toast('Describing').count()).toBe(0);
  const queued = entries.filter({ hasText: 'Queued' });
  await expect.poll(() => queued.count()).toBeGreaterThan(0);
  expect(await queued.locator('.elapsed').count()).toBe(0);
  await editor.status(/requests in progress/).waitFor();
  await editor.statusItem(`Describing images: 0 of ${many}`).waitFor();
  await expect
    .poll(() =>
      entries.first().evaluate(entry => {
        const { top } = entry.getBoundingClientRect();
        return top >= -1 && top < innerHeight / 2;
      }),
    )
    .toBe(true);
  await editor.screenshot('many-queued');
  gate.resolve(undefined);
  await expect.poll(() => entries.filter({ hasText: 'Queued' }).count()).toBe(0);
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
});

test('UX-20: the menu of several images names what it does with them; that of one image has no run', async () => {
  await (await editor.explorer.reveal('pictures/lake.jpg')).click({ button: 'right' });
  const menu = editor.page.locator('.monaco-menu');
  await menu.getByText('Describe Image', { exact: true }).waitFor();
  expect(await menu.getByText('Describe in a Run…', { exact: true }).count()).toBe(0);
  await editor.page.keyboard.press('Escape');
  await (await editor.explorer.select('pictures/x0.png', 'pictures/x1.png')).click({ button: 'right' });
  await menu.getByText('Describe in a Run…', { exact: true }).waitFor();
  expect(await menu.getByText('Describe Folder…', { exact: true }).count()).toBe(0);
  await editor.screenshot('menu-of-several');
  await editor.page.keyboard.press('Escape');
});

test('UX-10: a text that is read from the right begins at the right', async () => {
  const answer = await answered('مرحبا بالعالم.\n\n- واحد\n- اثنان\n\nAnd English.');
  expect(await styleOf(answer.locator('p').first(), 'direction')).toBe('rtl');
  expect(await styleOf(answer.locator('ul'), 'direction')).toBe('rtl');
  expect(await styleOf(answer.locator('p', { hasText: 'And English.' }), 'direction')).toBe('ltr');
  await editor.screenshot('right-to-left');
});

test('UX-11: in a narrow panel a table is scrolled, and its rows stay low', async () => {
  const row = '| Lakeside shop | Mountain range | Reflections of trees | Sunset colours |';
  const answer = await answered(`${row}\n|---|---|---|---|\n${row}\n${row}`);
  await editor.setPanelWidth(300);
  const heights = await answer.locator('tr').evaluateAll(rows => rows.map(one => one.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(60);
  const isWide = await editor.panel.locator('html').evaluate(root => root.scrollWidth > root.clientWidth);
  expect(isWide).toBe(false);
  await editor.screenshot('table-narrow');
  await editor.setPanelWidth(390);
});

test('UX-13: nothing shows through Jump to latest, in any theme', async () => {
  await answered('A line.\n\n'.repeat(60));
  await editor.panel.locator('main').hover();
  await editor.page.mouse.wheel(0, -900);
  const jump = editor.panel.getByRole('button', { name: 'Jump to latest' });
  await jump.waitFor();
  for (const theme of ['highContrast', 'highContrastLight', 'light', 'dark'] as const) {
    await editor.setTheme(theme);
    await expect.poll(() => styleOf(jump, 'background-color')).toMatch(/^rgb\(/);
    await editor.screenshot(`jump-${theme}`);
  }
  await jump.click();
  await jump.waitFor({ state: 'detached' });
});

test('UX-14: in the light theme a button beside the main one does not have its border', async () => {
  await editor.setTheme('light');
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('Not started');
  const main = await styleOf(editor.run.button('Start'), 'background-color');
  expect(await styleOf(editor.run.button('Estimate'), 'border-top-color')).not.toBe(main);
  await editor.screenshot('buttons-light');
});

test('UX-23: the run page says Run settings, and filters that tell nothing apart are left out', async () => {
  await editor.run.says('Run settings');
  await editor.run.button('Start').click();
  await editor.run.says('12 of 12 done');
  const filters = editor.run.content.locator('label');
  await filters.filter({ hasText: 'All' }).waitFor();
  expect((await filters.allInnerTexts()).filter(text => /\b0\b/.test(text))).toEqual([]);
  await editor.screenshot('filters-light');
});

test('UX-5: a step of the walkthrough is ticked off by doing it', async () => {
  await editor.runCommand('Welcome: Open Walkthrough...');
  await editor.quickInput.choose('Get Started with Sightline', 'Sightline');
  const step = editor.page.locator('.getting-started-step', { hasText: 'Choose a model' });
  await step.waitFor();
  const done = step.locator('.codicon-getting-started-step-checked');
  expect(await done.count()).toBe(0);
  await editor.screenshot('walkthrough');
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.row('test-model').first().waitFor();
  await editor.quickInput.cancel();
  await done.waitFor();
});
