import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

const key = 'test-key-4711';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider({ models: ['seer-large', 'seer-small'] });
  editor = await startEditor({
    settings: {
      'sightline.providers': [
        { id: 'keyed', label: 'Keyed Provider', baseUrl: provider.url },
        { id: 'far', label: 'Far Provider', baseUrl: 'http://192.0.2.1/v1', keyVariable: 'FAR_KEY' },
      ],
      'sightline.keysFromEnvironment': ['far'],
    },
    env: { FAR_KEY: key },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => provider.reset());

test('a provider that needs a key: no request without one, the key is checked, and a typed model answers', async () => {
  await editor.runCommand('Sightline: Set Provider Key');
  await editor.quickInput.choose('Keyed Provider');
  await editor.quickInput.masked();
  await editor.quickInput.answer(` ${key}\n`);
  await editor.notifications.toast('The key for Keyed Provider was saved').waitFor();
  expect(provider.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models']);
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.row('seer-small').waitFor();
  await editor.screenshot('choose-model');
  await editor.quickInput.choose('Use "seer-of-my-own" (not listed by Keyed Provider)', 'seer-of-my-own');
  await editor.notifications.dialog('does not list a model').waitFor();
  await editor.screenshot('choose-unlisted-model');
  await editor.notifications.pressInDialog('does not list a model', 'Use "seer-of-my-own"');
  await editor.runCommand('Sightline: Open Panel');
  await editor.panel.getByText('seer-of-my-own').waitFor();
  await editor.ask('Hello');
  await editor.lastEntry.getByText('You wrote: Hello').waitFor();
  expect(provider.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${key}`);
  expect((provider.requests.at(-1)?.body as { model: string }).model).toBe('seer-of-my-own');
});

test('EDT-6, UX-1: three letters and Enter choose a model that exists, before the name that was typed', async () => {
  await editor.runCommand('Sightline: Choose Model');
  // Without a key for "Far Provider", and no server that runs, there is one provider to ask.
  await editor.quickInput.row('seer-small').first().waitFor();
  await editor.quickInput.input.fill('see');
  await editor.quickInput.row('Use "see" (not listed by Keyed Provider)').waitFor();
  await editor.quickInput.active('seer-large').waitFor();
  const [real, typed] = await Promise.all(
    ['seer-small', 'Use "see" (not listed by Keyed Provider)'].map(label =>
      editor.quickInput.row(label).boundingBox(),
    ),
  );
  expect(typed?.y).toBeGreaterThan(real?.y ?? Number.POSITIVE_INFINITY);
  await editor.screenshot('choose-model-typed');
  await editor.quickInput.answer('sma');
  await editor.panel.getByText('seer-small').waitFor();
});

test('KEY-2: once the key is removed no request goes out, and the panel offers to set it', async () => {
  await editor.runCommand('Sightline: Remove Provider Key');
  await editor.quickInput.choose('Keyed Provider');
  await editor.ask('Again');
  await editor.lastEntry.getByRole('button', { name: 'Set Provider Key' }).waitFor();
  await editor.screenshot('missing-key');
  expect(provider.requests).toEqual([]);
});

test('UX-8: Enter on opening keeps the model in use, which stands first', async () => {
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.active('seer-small').waitFor();
  await editor.screenshot('choose-model-recent');
  await editor.quickInput.input.press('Enter');
  await editor.quickInput.widget.waitFor({ state: 'hidden' });
  await editor.panel.getByRole('button', { name: /current: Keyed Provider, seer-small/ }).waitFor();
});

test('UX-8: a provider without a key asks for it, then lists its models', async () => {
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.choose('Keyed Provider');
  await editor.quickInput.masked();
  await editor.quickInput.answer(`${key}\n`);
  await editor.quickInput.choose('seer-large');
  await editor.panel.getByText('seer-large').waitFor();
});

test('UX-8: a server is added by its address, without /v1, and one of its models answers', async () => {
  const other = await startTestProvider({ models: ['own-model'] });
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.choose('Add OpenAI-Compatible Server…', 'Add OpenAI');
  await editor.quickInput.answer('http://127.0.0.1:9/v1');
  await editor.quickInput.message.getByText(/Press Enter again to add it anyway/).waitFor();
  await editor.screenshot('add-server-refused');
  await editor.quickInput.answer(new URL(other.url).host);
  await editor.quickInput.choose('own-model');
  await editor.panel.getByText('own-model').waitFor();
  await editor.ask('Who are you?');
  await editor.lastEntry.getByText(/You wrote/).waitFor();
  expect((other.requests.at(-1)?.body as { model: string }).model).toBe('own-model');
  await other.close();
});

test('URL-3: a key goes unencrypted to another machine only after a question', async () => {
  await editor.runCommand('Sightline: Choose Model');
  await editor.quickInput.choose('Far Provider');
  await editor.notifications.dialog(/unencrypted/).waitFor();
  await editor.screenshot('clear-text-question');
  await editor.notifications.pressInDialog(/unencrypted/, 'Cancel');
  await editor.notifications.toast(/Nothing was sent/).waitFor();
});
