import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packOtherModels } from '../support/otherModels/pack.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

let scratch: string;
let editor: EditorPage;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sightline-other-'));
  const file = await packOtherModels(path.join(scratch, 'other.vsix'));
  // Choose Model is of no use without the editor's language models, and those are there with its chat alone.
  editor = await startEditor({ beside: [file], settings: { 'chat.disableAIFeatures': false } });
});
afterAll(async () => {
  await editor.close();
  await rm(scratch, { recursive: true });
});

test('a model of another extension is chosen without a key; neither auto nor our own are offered', async () => {
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.row('other/viewer').waitFor();
  await editor.quickInput.input.fill('auto');
  expect(await editor.quickInput.row('other/auto').count()).toBe(0);
  await editor.quickInput.input.fill('sightline/');
  expect(await editor.quickInput.widget.getByText('sightline/offline').count()).toBe(0);
  await editor.quickInput.input.fill('viewer');
  await editor.screenshot('editor-models-choose');
  await editor.quickInput.choose('other/viewer');
  await editor.status(/other\/viewer/).waitFor();
});

test('it describes an image, and goes on in the panel', async () => {
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  await editor.lastEntry.getByText(/Other model: 1 image \(768 pixels high\)\. You said: Describe/).waitFor();
  await editor.screenshot('editor-models-answer');
  const question = editor.panel.getByRole('textbox', { name: 'Question' });
  await question.fill('And the colours?');
  await question.press('Enter');
  await editor.lastEntry.getByText(/You said: And the colours\?/).waitFor();
});

test('a long answer is stopped, and what came stays', async () => {
  const question = editor.panel.getByRole('textbox', { name: 'Question' });
  await question.fill('Count slowly');
  await question.press('Enter');
  await editor.lastEntry.getByText(/ 5 /).waitFor();
  await editor.panel.getByRole('button', { name: 'Stop' }).first().click();
  await editor.lastEntry
    .getByText(/Stopped/)
    .first()
    .waitFor();
  expect(await editor.lastEntry.locator('.answer').innerText()).toContain('Other model:');
});

test('a refusal of the editor says what to do', async () => {
  const question = editor.panel.getByRole('textbox', { name: 'Question' });
  await question.fill('Please refuse');
  await question.press('Enter');
  await editor.lastEntry.getByText(/viewer takes no requests now: The quota is used up\./).waitFor();
  await editor.screenshot('editor-models-refused');
});

test('a run asks it one image at a time, holds a cap in images, and stops with Cancel', async () => {
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('Not started');
  await editor.run.says(/are sent to Models of the editor/);
  const prompt = editor.run.content.getByRole('textbox', { name: 'Prompt' });
  const cap = editor.run.content.getByRole('textbox', { name: 'Spending cap' });
  await prompt.fill('What is here?');
  await prompt.press('Tab');
  await cap.fill('2');
  await cap.press('Tab');
  await editor.run.says(/^images\. The run stops before it exceeds this\.$/);
  await editor.screenshot('editor-models-run-dark');
  await editor.run.button('Start').click();
  await editor.run.says('2 of 4 done');
  await editor.run.says('The next answer could go beyond the spending cap.');
  await editor.run.content.getByRole('row').filter({ hasText: 'You said: What is here?' }).nth(1).waitFor();
  expect(await editor.run.facts.innerText()).not.toContain('token');
  for (const theme of ['light', 'highContrast'] as const) {
    await editor.setTheme(theme);
    await editor.run.says('2 of 4 done');
    await editor.screenshot(`editor-models-run-${theme}`);
  }
  await editor.setTheme('dark');
  await editor.run.content.getByText('Run settings').click();
  await prompt.fill('Count slowly');
  await prompt.press('Tab');
  await cap.fill('');
  await cap.press('Tab');
  await editor.run.says('Not started');
  await editor.run.button('Start').click();
  // The image that is ready first is asked about first.
  const asked = editor.run.content.getByRole('row').filter({ hasText: 'In progress' });
  await asked.first().waitFor();
  await editor.screenshot('editor-models-run-at-work');
  expect(await asked.count()).toBe(1);
  await editor.run.button('Cancel').click();
  await editor.run.says('Stopped');
  await editor.run.says('0 of 4 done');
  await editor.screenshot('editor-models-run-cancelled');
});
