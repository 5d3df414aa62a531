import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask } from '../../../../src/inference/ask.ts';
import { SightlineError } from '../../../../src/base/errors.ts';
import type { OfferedModel } from '../../../../src/editor/chat/offeredModels.ts';
import type { Provider } from '../../../../src/inference/providers/provider.ts';
import { offlineProvider } from '../../../../src/inference/providers/providers.ts';
import * as vscode from '../../../support/chatStandIn.ts';
import { chatChunk, data, eventStream, refusal, startTestProvider } from '../../../support/testProvider.ts';
import type { TestProvider } from '../../../support/testProvider.ts';
import { png, red, solid } from '../../../support/pictures.ts';

vi.mock('vscode', () => import('../../../support/chatStandIn.ts'));

const { answerChat } = await import('../../../../src/editor/chat/answerChat.ts');
const { PreparedImages } = await import('../../../../src/editor/preparedImages.ts');
const { imageSettings } = await import('../../../../src/editor/imageSettings.ts');
const { estimateTokens } = await import('../../../../src/editor/chat/tokenEstimate.ts');

const key = 'sk-canary-0123456789abcdef0123456789';

let provider: TestProvider;
let at: Provider;
beforeEach(async () => {
  provider = await startTestProvider();
  at = {
    id: 'test',
    label: 'Test Provider',
    baseURL: provider.url,
    api: 'chat.completions',
    needsKey: true,
    takesImages: true,
    local: false,
  };
});
afterEach(() => provider.close());

const text = (value: string) => new vscode.LanguageModelTextPart(value);
const user = (...content: unknown[]) => ({ role: 1, content, name: undefined });

interface Asking {
  messages?: unknown[];
  options?: object;
  imageInput?: boolean;
  gone?: boolean;
  token?: object;
}

const idle = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

/** Puts one request, and gives the parts that came, what failed and what was logged. */
async function put({
  messages = [user(text('Hello'))],
  options,
  imageInput = true,
  gone,
  token,
}: Asking = {}) {
  const parts: unknown[] = [];
  const logged: string[] = [];
  const failures: unknown[] = [];
  const model = { model: 'm', provider: at.id, capabilities: { imageInput } } as unknown as OfferedModel;
  const log = (message: string): unknown => logged.push(message);
  const request: unknown = {
    model,
    messages,
    options: { toolMode: 1, ...options },
    progress: { report: (part: unknown) => parts.push(part) },
    token: token ?? idle,
  };
  const answered = answerChat(request as never, {
    asker: {
      askQuestion: ({ provider: to, model: name }, question, { signal }) =>
        ask({ ...question, model: name }, { ...to, apiKey: key }, { signal, maxRetries: 0 }),
    },
    images: new PreparedImages(imageSettings),
    chosen: () => (gone === true ? undefined : { provider: at, model: 'm' }),
    kept: () => Promise.reject(new Error('Nothing is described here.')),
    onFailed: (_model, error) => failures.push(error),
    log: { info: log, warn: log, error: log, show: () => undefined, dispose: () => undefined },
  });
  const failure = await answered.then(
    () => undefined,
    (error: unknown) => error as Error & { code?: string },
  );
  const texts = parts.flatMap(part => (part instanceof vscode.LanguageModelTextPart ? [part.value] : []));
  return {
    parts,
    texts,
    logged,
    failure,
    failures,
    sent: provider.requests.at(-1)?.body as Record<string, unknown>,
  };
}

test('text streams, and the tokens come last, as the chat’s meter reads them', async () => {
  const { parts, texts, failure } = await put();
  expect(failure).toBeUndefined();
  expect(texts.join('')).toBe('You wrote: Hello');
  const last = parts.at(-1) as vscode.LanguageModelDataPart;
  expect(last.mimeType).toBe('usage');
  expect(JSON.parse(new TextDecoder().decode(last.data))).toEqual({
    prompt_tokens: 12,
    completion_tokens: 7,
    total_tokens: 19,
    prompt_tokens_details: { cached_tokens: 0 },
  });
});

test('of the editor’s options only a model’s own are sent', async () => {
  const { sent } = await put({
    options: {
      modelOptions: {
        temperature: 0.5,
        top_p: 0.9,
        max_tokens: 100,
        _telemetryTurn: 3,
        _conversationId: 'c',
        stop: ['x'],
      },
    },
  });
  expect(JSON.stringify(sent)).not.toMatch(/_telemetryTurn|_conversationId|"stop"/);
  expect(sent).toMatchObject({ temperature: 0.5, top_p: 0.9 });
  expect(sent['max_tokens'] ?? sent['max_completion_tokens']).toBe(100);
});

const call = (index: number, id: string, name: string, args: string) => ({
  tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }],
});

test.each(['chat.completions', 'responses'] as const)(
  'two parallel calls come as the editor’s parts, under the editor’s names (%s)',
  async api => {
    at = { ...at, api };
    const item = (id: string, name: string, args: string) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: args,
      status: 'completed',
    });
    const output = [item('c1', 'read_file', '{"path":"a"}'), item('c2', 'look', '')];
    provider.script(
      api === 'responses'
        ? eventStream(
            ...output.map((one, output_index) =>
              data({ type: 'response.output_item.done', output_index, item: one }),
            ),
            data({ type: 'response.completed', response: { status: 'completed', model: 'm', output } }),
          )
        : eventStream(
            data(chatChunk(call(0, 'c1', 'read_file', '{"pa'))),
            data(chatChunk({ tool_calls: [{ index: 0, function: { arguments: 'th":"a"}' } }] })),
            data(chatChunk(call(1, 'c2', 'look', ''))),
            data(chatChunk({}, 'tool_calls')),
            data('[DONE]'),
          ),
    );
    const tools = [
      { name: 'read.file', description: 'Reads.', inputSchema: { type: 'object', properties: {} } },
      { name: 'look', description: 'Looks.' },
    ];
    const { parts, sent, failure } = await put({ options: { tools, toolMode: 2 } });
    expect(failure).toBeUndefined();
    expect(parts.filter(part => part instanceof vscode.LanguageModelToolCallPart)).toEqual([
      { callId: 'c1', name: 'read.file', input: { path: 'a' } },
      { callId: 'c2', name: 'look', input: {} },
    ]);
    expect(sent['tool_choice']).toBe('required');
    expect(JSON.stringify(sent['tools'])).toContain('read_file');
  },
);

test('a call with damaged arguments fails in plain words', async () => {
  provider.script(
    eventStream(
      data(chatChunk(call(0, 'c1', 'look', '{"path": nonsense'))),
      data(chatChunk({}, 'tool_calls')),
      data('[DONE]'),
    ),
  );
  const { failure } = await put({ options: { tools: [{ name: 'look', description: '' }] } });
  expect(failure?.message).toMatch(/look.*not JSON.*choose another model/);
});

test('a refused key is told with its remedy, and shown nowhere', async () => {
  provider.script(refusal(401, { message: `Incorrect API key provided: ${key}` }));
  const { failure, logged } = await put();
  expect(failure).toMatchObject({ code: 'NoPermissions' });
  expect(failure?.message).toContain('Sightline: Set Provider Key');
  expect(`${failure?.message}${logged.join()}`).not.toContain(key);
});

test('the editor’s own chat, which would show a stack, gets the words alone', async () => {
  provider.script(refusal(401, { message: 'No such key.' }));
  const { failure } = await put({ options: { requestInitiator: 'github.copilot-chat' } });
  expect(failure?.message).toContain('Sightline: Set Provider Key');
  expect(failure?.stack).toBe('');
});

test('a key that is revoked in the middle of an answer: what came stays, the rest is told with its remedy', async () => {
  provider.script(
    eventStream(
      data(chatChunk({ content: 'Once upon' })),
      data({
        error: { message: `Invalid API key: ${key}`, code: 'invalid_api_key', type: 'authentication_error' },
      }),
    ),
  );
  const { texts, failure, logged } = await put();
  expect(texts.join('')).toBe('Once upon');
  expect(failure?.message).toContain('Sightline: Set Provider Key');
  expect(`${failure?.message}${logged.join()}`).not.toContain(key);
});

test('an answer that breaks off, or never comes, is a failure; a model’s own refusal is its answer', async () => {
  provider.script(eventStream(data(chatChunk({ content: 'Half' }))));
  expect((await put()).failure?.message).toMatch(/connection was lost/i);
  provider.script(
    eventStream(data(chatChunk({ content: 'Half' })), data(chatChunk({}, 'length')), data('[DONE]')),
  );
  expect((await put()).failure?.message).toMatch(/length limit/);
  provider.script(
    eventStream(data(chatChunk({ refusal: 'I will not.' })), data(chatChunk({}, 'stop')), data('[DONE]')),
  );
  const refused = await put();
  expect(refused.failure).toBeUndefined();
  expect(refused.texts.join('')).toBe('I will not.');
});

test('cancelling closes the connection and is no failure', async () => {
  provider.script(eventStream(data(chatChunk({ content: 'a' })), { hang: true }));
  let cancel = (): void => undefined;
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      cancel = listener;
      return { dispose: () => undefined };
    },
  };
  const putting = put({ token });
  await expect.poll(() => provider.requests.length).toBe(1);
  cancel();
  const { failure, failures } = await putting;
  expect(failure).toBeInstanceOf(vscode.CancellationError);
  expect(failures).toEqual([]);
  expect(await provider.requests[0]?.closedEarly).toBe(true);
});

test('a model whose provider is gone says so, and what fails is heard before it is told', async () => {
  const { failure } = await put({ gone: true });
  expect(failure).toMatchObject({ code: 'NotFound' });
  expect(provider.requests).toEqual([]);
  provider.script(refusal(400, { message: 'This model does not support image input.' }));
  const image = new vscode.LanguageModelDataPart(await png(solid(4, 4, red)), 'image/png');
  const { failures } = await put({ messages: [user(text('What?'), image)] });
  expect(failures[0]).toBeInstanceOf(SightlineError);
});

test('the offline describer answers for the last image, in the words of the person; without one it says what it can do', async () => {
  at = offlineProvider;
  const { texts } = await put();
  expect(texts.join('')).toMatch(/^Attach or paste an image, .*on this machine.*\.$/);
  expect(provider.requests).toEqual([]);
});

test('the estimate of tokens is on the safe side of prose, code, Chinese and an image', () => {
  const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(100);
  expect(estimateTokens(prose)).toBeGreaterThan(1000);
  expect(estimateTokens(prose)).toBeLessThan(2000);
  expect(estimateTokens('画像に何がありますか。'.repeat(10))).toBeGreaterThanOrEqual(110);
  const image = new vscode.LanguageModelDataPart(new Uint8Array(10), 'image/png');
  const called = new vscode.LanguageModelToolResultPart('1', [image, text('x'.repeat(300))]);
  expect(estimateTokens(user(called, undefined) as never)).toBeGreaterThan(1600 + 80);
});
