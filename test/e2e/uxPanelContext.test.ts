import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chatStream, eventStream, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  const prices = { 'test-model': { input: 40, output: 160 } };
  editor = await startEditor({ settings: { ...settingsFor(provider.url), 'sightline.runs.prices': prices } });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => provider.reset());

/** The window as it stands, in each theme and with a narrow panel. */
async function shoot(name: string): Promise<void> {
  for (const theme of ['light', 'dark', 'highContrast'] as const) {
    await editor.setTheme(theme);
    await editor.screenshot(`${name}-${theme}`);
  }
  await editor.setPanelWidth(300);
  await editor.screenshot(`${name}-narrow`);
}

const sent = () => JSON.stringify(provider.requests.at(-1)?.body);

test('UX-3, UX-18: the open image and the selected text are offered; what is attached is sent, and nothing else', async () => {
  await editor.runCommand('Sightline: Open Panel');
  const { panel } = editor;
  const box = panel.getByRole('textbox', { name: 'Question' });
  await box.waitFor();
  await editor.explorer.open('code/priceOfOrder.ts');
  await editor.textEditor.selectLines(1, 3);
  const selection = panel.getByRole('button', { name: 'Add priceOfOrder.ts:1–3' });
  await selection.waitFor();

  // Offered is not sent.
  await editor.ask('What time is it?');
  await editor.lastEntry.getByText('You wrote: What time is it?').waitFor();
  expect(sent()).not.toContain('```');

  await selection.click();
  await panel.getByRole('list', { name: 'Attached selection' }).getByText('priceOfOrder.ts:1–3').waitFor();
  await selection.waitFor({ state: 'detached' });
  await shoot('offers-attached');
  await editor.ask('Is it right?');
  await editor.lastEntry.getByText(/You wrote: Is it right\?/).waitFor();
  expect(sent()).toContain('```typescript');
  await panel.getByRole('list', { name: 'Attached selection' }).waitFor({ state: 'detached' });

  await editor.explorer.open('pictures/lake.jpg');
  const image = panel.getByRole('button', { name: 'Add lake.jpg' });
  await image.waitFor();
  await selection.waitFor({ state: 'detached' });
  await shoot('offers-image');
  await image.press('Enter');
  await panel.getByRole('list', { name: 'Attached images' }).getByText('lake.jpg').waitFor();
  await image.waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Remove lake.jpg' }).click();
  await image.waitFor();
  await panel.getByRole('button', { name: 'Dismiss lake.jpg' }).click();
  await image.waitFor({ state: 'detached' });
});

test('UX-3: a selection that is attached is attached still after a reload, and goes with the question', async () => {
  await editor.runCommand('Sightline: Open Panel');
  await editor.explorer.open('code/priceOfOrder.ts');
  await editor.textEditor.selectLines(7, 9);
  await editor.panel.getByRole('button', { name: 'Add priceOfOrder.ts:7–9' }).click();
  const attached = () => editor.panel.getByRole('list', { name: 'Attached selection' });
  await attached().getByText('priceOfOrder.ts:7–9').waitFor();
  await editor.reload();
  await attached().getByText('priceOfOrder.ts:7–9').waitFor();
  await editor.ask('What is it for?');
  await editor.lastEntry.getByText(/You wrote: What is it for\?/).waitFor();
  expect(sent()).toContain('export function priceOfOrder');
  await attached().waitFor({ state: 'detached' });
});

test('UX-3: what the conversation cost stands at the box', async () => {
  await editor.panel.getByText(/[\d,]+ tokens · \$/).waitFor();
});

test('UX-17: formulas of an answer are drawn', async () => {
  const formula = '$$\n\\sigma^2 = \\frac{1}{n}\\sum_{i=1}^{n}(x_i - \\bar{x})^2\n$$';
  provider.script(eventStream(...chatStream(['It costs $5 and $10; $x^2$ and\n\n', formula, '\n\nEnd.'])));
  await editor.ask('How far do they spread?');
  await editor.lastEntry.getByText('End.').waitFor();
  await editor.lastEntry.locator('math').nth(1).waitFor();
  expect(await editor.lastEntry.locator('math').count()).toBe(2);
  await shoot('formulas');
});
