import { beforeEach, expect, test, vi } from 'vitest';
import * as vscode from '../../support/chatStandIn.ts';
import { ask } from '../../../src/inference/ask.ts';
import { listModels } from '../../../src/inference/providers/models.ts';
import type { Question } from '../../../src/inference/api/question.ts';

const editor = vi.hoisted(() => ({
  models: [] as object[],
}));
vi.mock('vscode', async () => {
  const standIn = await import('../../support/chatStandIn.ts');
  const message = (role: number) => (content: unknown) => ({
    role,
    content: typeof content === 'string' ? [new standIn.LanguageModelTextPart(content)] : content,
  });
  return {
    ...standIn,
    LanguageModelChatMessage: { User: message(1), Assistant: message(2) },
    LanguageModelDataPart: class extends standIn.LanguageModelDataPart {
      static image = (data: Uint8Array, mime: string) => new standIn.LanguageModelDataPart(data, mime);
    },
    CancellationTokenSource: class {
      token = { isCancellationRequested: false };
      cancel(): void {
        this.token.isCancellationRequested = true;
      }
    },
    lm: { selectChatModels: () => Promise.resolve(editor.models) },
  };
});

const { editorModelsDestination } =
  await import('../../../src/editor/editorModels/editorModelsDestination.ts');

interface Sent {
  messages: { role: number; content: object[] }[];
  options: Record<string, unknown>;
  token: { isCancellationRequested: boolean };
}
let sent: Sent[];

/** A model that answers with these parts, or fails with the error among them. */
function model(parts: readonly (string | Error)[], more: object = {}): object {
  return {
    ...{ vendor: 'other', id: 'viewer', name: 'Viewer', maxInputTokens: 8000 },
    ...more,
    sendRequest: (messages: Sent['messages'], options: Sent['options'], token: Sent['token']) => {
      sent.push({ messages, options, token });
      return Promise.resolve({ stream: stream(parts) });
    },
  };
}

async function* stream(parts: readonly (string | Error)[]): AsyncGenerator<object> {
  for (const part of parts) {
    await Promise.resolve();
    if (part instanceof Error) throw part;
    yield new vscode.LanguageModelTextPart(part);
  }
}

async function answered(question: Omit<Question, 'model'>, signal?: AbortSignal): Promise<string> {
  let text = '';
  const options = { maxRetries: 0, ...(signal === undefined ? {} : { signal }) };
  for await (const event of ask({ ...question, model: 'other/viewer' }, editorModelsDestination(), options))
    if (event.type === 'text') text += event.text;
  return text;
}

beforeEach(() => {
  sent = [];
  editor.models = [model(['Hello ', 'there.'])];
});

test('models of other extensions are listed by vendor and id; ours and those without a window are not', async () => {
  editor.models = [
    model([]),
    model([], { id: 'text', capabilities: { supportsImageToText: false } }),
    model([], { id: 'seer-image', capabilities: { supportsImageToText: true } }),
    model([], { vendor: 'sightline', id: 'offline' }),
    model([], { vendor: 'copilotcli', id: 'auto', maxInputTokens: 0 }),
  ];
  expect(await listModels(editorModelsDestination())).toEqual([
    { id: 'other/seer-image', takesImages: true, contextWindow: 8000 },
    { id: 'other/text', takesImages: false, contextWindow: 8000 },
    { id: 'other/viewer', contextWindow: 8000 },
  ]);
});

test('a conversation with an image, instructions and a form goes out as the editor takes it', async () => {
  const image = {
    dataUrl: `data:image/jpeg;base64,${Buffer.from([255, 216]).toString('base64')}`,
    width: 1,
    height: 1,
  };
  const text = await answered({
    turns: [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'What is this?', images: [image] },
      { role: 'assistant', text: 'A lake.' },
      { role: 'user', text: 'And here?' },
    ],
    schema: { name: 'form', schema: { type: 'object', properties: { a: { type: 'string' } } } },
    parameters: { temperature: 0.5 },
  });
  expect(text).toBe('Hello there.');
  const messages = sent[0]?.messages ?? [];
  const options = sent[0]?.options ?? {};
  expect(messages.map(({ role }) => role)).toEqual([1, 1, 2, 1, 1]);
  expect(messages[1]?.content).toContainEqual({ data: new Uint8Array([255, 216]), mimeType: 'image/jpeg' });
  expect(JSON.stringify(messages[4]?.content)).toContain('must fit this JSON Schema');
  expect(options).toMatchObject({ modelOptions: { temperature: 0.5 } });
  expect(options.justification).toMatch(/Sightline/);
});

test('what the editor refuses is told in words with what to do, before and in the middle of an answer', async () => {
  const { LanguageModelError } = vscode;
  editor.models = [model([new LanguageModelError('no', 'NoPermissions')])];
  await expect(answered({ turns: [{ role: 'user', text: 'Hi' }] })).rejects.toMatchObject({
    code: 'permissionDenied',
    hint: expect.stringContaining('Manage Language Model Access') as string,
  });
  editor.models = [model(['So ', new LanguageModelError('The quota is used up.', 'Blocked')])];
  await expect(answered({ turns: [{ role: 'user', text: 'Hi' }] })).rejects.toThrow(/The quota is used up/);
  editor.models = [];
  await expect(answered({ turns: [{ role: 'user', text: 'Hi' }] })).rejects.toMatchObject({
    code: 'notFound',
    remedy: { kind: 'chooseModel' },
  });
});

test('stopping the answer cancels the request of the editor', async () => {
  const stop = new AbortController();
  editor.models = [model(['One ', 'two ', 'three'])];
  const events = ask(
    { model: 'other/viewer', turns: [{ role: 'user', text: 'Count' }] },
    editorModelsDestination(),
    { signal: stop.signal },
  );
  await expect(
    (async () => {
      for await (const event of events) if (event.type === 'text') stop.abort();
    })(),
  ).rejects.toThrow(/abort/i);
  expect(sent[0]?.token.isCancellationRequested).toBe(true);
});

test('an agent’s tool knows before anything is prepared whether the editor lets Sightline use the model', async () => {
  const { consentTo } = await import('../../../src/editor/editorModels/editorModels.ts');
  const access = (answer: boolean | undefined) => consentTo('other/viewer', { canSendRequest: () => answer });
  expect(await access(true)).toBe(true);
  expect(await access(undefined)).toBeUndefined();
  await expect(access(false)).rejects.toMatchObject({ code: 'permissionDenied' });
  expect(sent).toEqual([]);
});
