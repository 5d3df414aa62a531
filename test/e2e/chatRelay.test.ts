import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chatStream,
  eventStream,
  requestContent,
  startTestProvider,
  type RecordedRequest,
  type Reply,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { ChatView } from './parts/chatView.ts';
import { startEditor } from './startEditor.ts';

let provider: TestProvider;
let editor: EditorPage;
let chat: ChatView;

beforeAll(async () => {
  provider = await startTestProvider();
  provider.script(answer);
  editor = await startEditor({
    settings: {
      'sightline.providers': [{ id: 'test', label: 'Test Provider', baseUrl: provider.url, needsKey: false }],
      'sightline.provider': 'test',
      'sightline.model': 'reader',
      'sightline.chat.imageDescriber': 'test/seer',
      'chat.byokUtilityModelDefault': 'mainAgent',
    },
  });
  chat = new ChatView(editor.page);
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

const kinds = (...input_modalities: string[]) => ({
  architecture: { input_modalities, output_modalities: ['text'] },
});
let answers = 0;

function answer({ method, body }: RecordedRequest): Reply {
  if (method === 'GET')
    return {
      body: {
        data: [
          { id: 'reader', ...kinds('text') },
          { id: 'seer', ...kinds('text', 'image') },
        ],
      },
    };
  const { model, tools } = body as { model: string; tools?: unknown };
  if (model === 'seer') return says('A plain red rectangle.');
  return says(tools === undefined ? 'A title' : `Answer ${++answers}.`);
}

function says(text: string): Reply {
  return eventStream(...chatStream([text]));
}

const sentTo = (name: string): RecordedRequest[] =>
  provider.requests.filter(
    ({ method, body }) => method === 'POST' && (body as { model: string }).model === name,
  );

test('a model that takes text alone gets images in words; each image is described once, also after a reload', async () => {
  await chat.enable();
  await chat.chooseModel('reader (images described by seer)', 'seer');
  await chat.pasteImage('red');
  await chat.ask('What is it?');
  await chat.session.getByText('Answer 1.').first().waitFor();
  await chat.session.getByText('1 image described by seer').first().waitFor();
  await editor.screenshot('chat-relay');
  expect(sentTo('seer').map(({ body }) => requestContent(body).images.length)).toEqual([1]);
  const asked = JSON.stringify(sentTo('reader').at(-1)?.body);
  expect(asked).not.toContain('data:image');
  expect(asked).toContain('A plain red rectangle.');

  await chat.ask('And its color?');
  await chat.session.getByText('Answer 2.').first().waitFor();
  expect(sentTo('seer')).toHaveLength(1);

  await editor.reload();
  await chat.openAgain();
  await chat.model('reader').waitFor();
  await chat.pasteImage('red');
  await chat.ask('And this one?');
  await chat.session.getByText('Answer 3.').first().waitFor();
  expect(JSON.stringify(sentTo('reader').at(-1)?.body)).toContain('A plain red rectangle.');
  expect(sentTo('seer')).toHaveLength(1);
});
