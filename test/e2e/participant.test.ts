import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPage } from './editorPage.ts';
import { ChatView } from './parts/chatView.ts';
import { startEditor } from './startEditor.ts';

let editor: EditorPage;
let chat: ChatView;

beforeAll(async () => {
  editor = await startEditor({ settings: { 'chat.disableAIFeatures': false } });
  chat = new ChatView(editor.page);
  await chat.open();
  // The chat takes no question before it has a model.
  await chat.model(/Offline/).waitFor();
});
afterAll(() => editor.close());

test('@sightline describes an image whose path is named, and then writes alternative text, without an account', async () => {
  await chat.ask('@sightline /describe pictures/lake.jpg');
  await chat.session
    .getByText(/\d+ × \d+/)
    .first()
    .waitFor();
  await chat.session.getByText('Offline Describer').first().waitFor();
  await editor.screenshot('participant-describe');
  await chat.session.getByText('Write alternative text').first().waitFor();
});

test('@sightline says what it needs where there is no image, and opens the dialog of a folder run', async () => {
  await chat.ask('@sightline /compare ');
  await chat.session
    .getByText(/at least two images/)
    .first()
    .waitFor();
  await chat.ask('@sightline /run ');
  await chat.session
    .getByText(/Choose in the dialog/)
    .first()
    .waitFor();
  await editor.quickInput.widget.waitFor();
  await editor.screenshot('participant-run');
  await editor.quickInput.cancel();
  expect(await chat.session.getByText(/internal error/).count()).toBe(0);
});
