import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  chatChunk,
  data,
  eventStream,
  startTestProvider,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({ settings: settingsFor(provider.url) });
  await editor.runCommand('Sightline: Open Panel');
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => provider.reset());

const entries = () => editor.panel.getByRole('article');
/** Who spoke in the request that went out last. */
const turns = (): string[] =>
  (provider.requests.at(-1)?.body as { messages: { role: string }[] }).messages.map(({ role }) => role);

test('UX-3: a question continues the one before it, as the chip says; × leaves that out', async () => {
  await editor.ask('First?');
  await editor.lastEntry.getByText('You wrote: First?').waitFor();
  await editor.panel.getByText('Continues “First?”').waitFor();
  await editor.ask('And then?');
  await editor.lastEntry.getByText('You wrote: And then?').waitFor();
  expect(turns()).toEqual(['user', 'assistant', 'user']);
  await editor.panel.getByRole('button', { name: 'Ask Without What Came Before' }).click();
  await editor.ask('Something else?');
  await editor.lastEntry.getByText('You wrote: Something else?').waitFor();
  expect(turns()).toEqual(['user']);
});

test('UX-6: Send is Stop while an answer comes, and Escape stops', async () => {
  const steps = Array.from({ length: 600 }, (_, i) => [
    data(chatChunk({ content: `w${i} ` })),
    { pauseMs: 100 },
  ]).flat();
  provider.script(eventStream(...steps));
  await editor.ask('Count');
  await editor.lastEntry.getByText('w3').waitFor();
  const composer = editor.panel.getByRole('region', { name: 'New question' });
  await composer.getByRole('button', { name: 'Stop' }).waitFor();
  expect(await composer.getByRole('button', { name: 'Send' }).isVisible()).toBe(false);
  await editor.panel.getByRole('textbox', { name: 'Question' }).press('Escape');
  await editor.lastEntry.getByText('Stopped').waitFor();
  expect(await provider.requests[0]?.closedEarly).toBe(true);
  await composer.getByRole('button', { name: 'Send' }).waitFor();
});

test('UX-4: what is removed comes back', async () => {
  const count = await entries().count();
  await editor.lastEntry.getByRole('button', { name: 'Remove' }).click();
  await editor.panel.getByRole('button', { name: /^Undo removing/ }).click();
  await expect.poll(() => entries().count()).toBe(count);
  await editor.lastEntry.getByText('w3').waitFor();
});

test('UX-4: New Conversation keeps the one before it, which Show Conversations opens again', async () => {
  await editor.runCommand('Sightline: New Conversation');
  await editor.panel.getByRole('heading', { name: 'Describe images and prompt models' }).waitFor();
  await editor.ask('Second conversation?');
  await editor.lastEntry.getByText('You wrote: Second conversation?').waitFor();
  await editor.runCommand('Sightline: Show Conversations…');
  await editor.screenshot('conversations');
  await editor.quickInput.choose('First?');
  await editor.panel.getByText('You wrote: And then?').waitFor();
  await editor.runCommand('Sightline: Show Conversations…');
  await editor.quickInput.row('Second conversation?').waitFor();
  await editor.quickInput.cancel();
});
