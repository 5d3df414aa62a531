import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callStream } from '../support/provider/calledTools.ts';
import {
  chatChunk,
  data,
  eventStream,
  refusal,
  responsesStream,
  startTestProvider,
  type RecordedRequest,
  type Reply,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { ChatView } from './parts/chatView.ts';
import { expectKeptNowhere } from './parts/keptNowhere.ts';
import { startEditor } from './startEditor.ts';

const key = 'sk-test-4711-4711-4711-4711';

let provider: TestProvider;
let editor: EditorPage;
let chat: ChatView;
/** Answers to the agent's requests, in order; the chat's small jobs get the default answer. */
let answers: Reply[] = [];
/** The agent's requests. */
let asked: RecordedRequest[] = [];

beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: {
      'sightline.providers': [{ id: 'keyed', label: 'Keyed Provider', baseUrl: provider.url }],
      'sightline.maxRetries': 0,
      'chat.byokUtilityModelDefault': 'mainAgent',
      'chat.tools.global.autoApprove': true,
    },
  });
  chat = new ChatView(editor.page);
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => {
  provider.reset();
  provider.script(
    request => (request.method === 'GET' ? { body: { data: models } } : undefined),
    request => {
      if ((request.body as { tools?: unknown }).tools === undefined) return undefined;
      asked.push(request);
      return answers.shift();
    },
  );
  answers = [];
  asked = [];
});

const kinds = (...input_modalities: string[]) => ({
  architecture: { input_modalities, output_modalities: ['text'] },
});
const models = [
  { id: 'a-text-model', ...kinds('text') },
  { id: 'seer-large', ...kinds('text', 'image') },
];

const usage = { prompt_tokens: 5000, completion_tokens: 34, total_tokens: 5034 };
const say = (text: string): Reply =>
  eventStream(
    ...text.split(/(?<= )/).map(content => data(chatChunk({ content }))),
    data(chatChunk({}, 'stop')),
    data({ choices: [], usage }),
    data('[DONE]'),
  );
const call = (...calls: [name: string, input: object][]): Reply => {
  const id = `c${asked.length}_${answers.length}_`;
  const tool_calls = calls.map(([name, input], index) => ({
    index,
    id: `${id}${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return eventStream(data(chatChunk({ tool_calls })), data(chatChunk({}, 'tool_calls')), data('[DONE]'));
};
const sent = (request: RecordedRequest | undefined) => JSON.stringify(request?.body ?? null);

test('a fresh profile: the picker offers our models once the key is saved, without a reload, a vision model first', async () => {
  await editor.runCommand('Sightline: Set Provider Key');
  await editor.quickInput.choose('Keyed Provider');
  await editor.quickInput.masked();
  await editor.quickInput.answer(key);
  await editor.notifications.toast('The key for Keyed Provider was saved').waitFor();
  await chat.enable();
  await chat.model('seer-large').waitFor();
  await chat.model('seer-large').click();
  await chat.picker.getByText('Keyed Provider').first().waitFor();
  await editor.screenshot('chat-picker-dark');
  await editor.page.keyboard.press('Escape');
});

test('an answer streams with the key of the secret store; the meter shows what the provider counted', async () => {
  answers = [say('Good day to you.')];
  await chat.ask('hello');
  await chat.session.getByText('Good day to you.').waitFor();
  expect(asked[0]?.headers['authorization']).toBe(`Bearer ${key}`);
  expect(sent(asked[0])).toContain('hello');
  expect(sent(asked[0])).not.toMatch(/"_[a-zA-Z]+":/);
  const meter = await chat.openMeter();
  await meter
    .getByText(/5\.?0?K? \//)
    .first()
    .waitFor();
  await editor.screenshot('chat-meter-dark');
  await editor.page.keyboard.press('Escape');
});

test('a pasted image goes out as a JPEG without metadata', async () => {
  answers = [say('It is red.')];
  await chat.pasteImage('red');
  await chat.ask('What is it?');
  await chat.session.getByText('It is red.').waitFor();
  const [, image = ''] = /data:image\/jpeg;base64,([^"]+)/.exec(sent(asked.at(-1))) ?? [];
  const bytes = Buffer.from(image, 'base64');
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(bytes.includes('Exif')).toBe(false);
  expect(sent(asked.at(-1))).not.toContain('data:image/png');
  await editor.screenshot('chat-image-dark');
});

test('an agent of ten turns with tools, two of them at once in the first, comes to its end', async () => {
  const list = (): [string, object] => ['list_dir', { path: editor.folder }];
  const read = (): [string, object] => [
    'read_file',
    { filePath: `${editor.folder}/README.md`, startLine: 1, endLine: 20 },
  ];
  answers = [
    call(list(), read()),
    ...Array.from({ length: 8 }, (_, turn) => call(turn % 2 ? list() : read())),
  ];
  answers.push(say('The agent is done.'));
  await chat.ask('Look around');
  await chat.session.getByText('The agent is done.').waitFor({ timeout: 120_000 });
  expect(asked).toHaveLength(10);
  expect(sent(asked.at(-1)).match(/"role":"tool"/g)).toHaveLength(10);
  expect(sent(asked.at(-1))).toContain('A small shop for outdoor pictures');
});

test('a key that is revoked in the middle of an answer: what came stays, with what to do next', async () => {
  answers = [
    eventStream(
      data(chatChunk({ content: 'Once upon a time' })),
      data({ error: { message: `Invalid API key: ${key}`, code: 'invalid_api_key' } }),
    ),
  ];
  await chat.ask('Tell me a story');
  await chat.session
    .getByText(/Sightline: Set Provider Key/)
    .first()
    .waitFor();
  await editor.screenshot('chat-revoked-dark');
  expect(await chat.session.innerText()).not.toContain(key);
  expect(await chat.session.innerText()).not.toMatch(/ at .*\.js:\d+/);
  await editor.setTheme('light');
  await editor.screenshot('chat-answer-light');
  await editor.setTheme('highContrast');
  await editor.screenshot('chat-answer-contrast');
  await editor.setTheme('dark');
});

test('a reload keeps the conversation with its image', async () => {
  await editor.reload();
  await chat.openAgain();
  await chat.model('seer-large').waitFor();
  answers = [say('Still red.')];
  await chat.ask('And now?');
  await chat.session.getByText('Still red.').waitFor();
  expect(sent(asked.at(-1))).toContain('data:image/jpeg;base64,');
  for (const theme of ['light', 'highContrast'] as const) {
    await editor.setTheme(theme);
    await chat.model('seer-large').click();
    await chat.picker.getByText('Keyed Provider').first().waitFor();
    await editor.screenshot(`chat-picker-${theme}`);
    await editor.page.keyboard.press('Escape');
    await chat.openMeter();
    await editor.screenshot(`chat-meter-${theme}`);
    await editor.page.keyboard.press('Escape');
  }
  await editor.setTheme('dark');
});

test('a server of the Responses format: two tools at once, arguments in pieces, and the answer', async () => {
  await editor.changeSettings({ 'sightline.apiFormat': 'responses' });
  await chat.openAgain();
  await chat.model('seer-large').waitFor();
  const made = ['one', 'two'].map(id => ({
    ...{ id, name: 'list_dir' },
    arguments: JSON.stringify({ path: editor.folder }),
  }));
  answers = [
    eventStream(...callStream('responses', made)),
    eventStream(...responsesStream(['Listed ', 'twice.'])),
  ];
  await chat.ask('List it twice');
  await chat.session.getByText('Listed twice.').waitFor();
  expect(asked.map(({ path }) => path)).toEqual(['/v1/responses', '/v1/responses']);
  for (const id of ['one', 'two']) {
    expect(sent(asked[1])).toContain(`"type":"function_call","call_id":"${id}"`);
    expect(sent(asked[1])).toContain(`"type":"function_call_output","call_id":"${id}"`);
  }
});

test('the key is in no file that the editor wrote', async () => {
  await expectKeptNowhere(editor.userData, key);
});

test('with its key a provider’s models are gone, and nobody is asked anything', async () => {
  provider.script(request => (request.method === 'GET' ? refusal(401, { message: 'No key' }) : undefined));
  await editor.runCommand('Sightline: Remove Provider Key');
  await editor.quickInput.choose('Keyed Provider');
  await expect
    .poll(() => chat.offered(/seer-large|Offline/))
    .toMatch(/^(?!.*seer-large).*Offline Describer/s);
  await editor.screenshot('chat-without-key');
  expect(await editor.page.locator('.monaco-dialog-box').count()).toBe(0);
});
