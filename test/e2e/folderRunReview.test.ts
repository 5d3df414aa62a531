import { afterAll, beforeAll, expect, test } from 'vitest';
import { png, solid, type Colour } from '../support/pictures.ts';
import {
  answerIn,
  refusal,
  requestContent,
  startTestProvider,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

/** Beside the four pictures of the sample folder: eight in all. */
const colours: Record<string, Colour> = {
  'a.png': [220, 30, 30],
  'b.png': [30, 160, 50],
  'c.png': [30, 60, 220],
  'd.png': [240, 230, 40],
};

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  const drawn = Object.entries(colours).map(
    async ([name, colour]) => [`pictures/${name}`, await png(solid(64, 48, colour))] as const,
  );
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: Object.fromEntries(await Promise.all(drawn)),
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

/** The prompts of the questions that arrived since the last reset. */
const prompts = (): string[] =>
  provider.requests.filter(({ method }) => method === 'POST').map(({ body }) => requestContent(body).text);

test('with the price of the model the estimate says money, and the cap is in dollars', async () => {
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('Not started');
  await editor.run.button('Set Price').click();
  await editor.quickInput.answer('$40');
  await editor.quickInput.message.filter({ hasText: 'of output' }).waitFor();
  await editor.quickInput.answer('160');
  await editor.run.says('$40.00 in, $160.00 out for a million tokens');
  await editor.run.says(/US dollars; the run stops/);
  provider.reset();
  await editor.run.button('Estimate').click();
  await editor.run.says(/About .* · \$0\.\d+ \(from 5 answers\)/);
  await editor.run.says('5 of 8 described');
  expect(prompts()).toHaveLength(5);
  await editor.screenshot('review-price');
});

test('the cap in dollars stops the run before it spends more; without it the rest follows', async () => {
  await editor.run.content.getByRole('textbox', { name: 'Spending cap' }).fill('0.000001');
  await editor.run.content.getByRole('textbox', { name: 'Spending cap' }).blur();
  provider.reset();
  await editor.run.button('Start').click();
  await editor.run.says('Stopped');
  await editor.run.says(/spending cap|limit/i);
  await editor.screenshot('review-cap-reached');
  expect(prompts()).toHaveLength(0);
});
