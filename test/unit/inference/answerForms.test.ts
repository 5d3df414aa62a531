import { describe, expect, test } from 'vitest';
import { answer as askByCommand } from '../../../src/cli/asking/answer.ts';
import type { Session } from '../../../src/cli/session.ts';
import type { Target } from '../../../src/cli/asking/target.ts';
import { ConversationStore } from '../../../src/editor/conversation/conversationStore.ts';
import { EntryRunner, type EntryRunnerParts } from '../../../src/editor/conversation/entryRunner.ts';
import { SightlineError } from '../../../src/base/errors.ts';
import type { PreparedImage } from '../../../src/images/preparedImage.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { ApiFormat } from '../../../src/inference/api/apiFormat.ts';
import { unfinishedAnswer } from '../../../src/inference/api/unfinishedAnswer.ts';
import { ask } from '../../../src/inference/ask.ts';
import { readResultLine } from '../../../src/inference/batches/resultLine.ts';
import { askPictureBy } from '../../../src/runs/running/askPictureBy.ts';
import { collect } from '../../support/provider/collect.ts';
import { png, red, solid } from '../../support/pictures.ts';
import { runQuestion } from '../../support/runs/runFolder.ts';
import {
  chatChunk,
  data,
  eventStream,
  wholeCompletion,
  wholeResponse,
  type Reply,
} from '../../support/testProvider.ts';
import { destination, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

/** What a surface shows in the end: the text of the answer, or why there is none. */
interface Shown {
  text?: string;
  reason?: string;
}

const picture: PreparedImage = await prepareImage(Buffer.from(await png(solid(40, 30, red))), {});
const image = picture.dataUrl;

/** Every surface on which an answer is read, asked about one image. */
const surfaces: Record<string, (api: ApiFormat) => Promise<Shown>> = {
  ask: async api => {
    const { answer, error } = await collect(
      ask(
        { model: 'm', turns: [{ role: 'user', text: 'What?', images: [image] }] },
        destination(provider.url, api),
        {
          maxRetries: 0,
        },
      ),
    );
    if (answer === undefined) return reasonOf(error) ?? {};
    return reasonOf(unfinishedAnswer(answer)) ?? { text: answer.text };
  },
  panel: async api => {
    const store = new ConversationStore();
    const runner = new EntryRunner({
      store,
      pictures: { add: () => Promise.resolve('1'), get: () => Promise.resolve(undefined) },
      readFile: () => Promise.reject(new Error('no file')),
      imageOptions: () => ({}),
      chosenModel: () => ({ provider: { label: 'Test Provider' }, model: 'm' }),
      ask: (_chosen: unknown, _turns: unknown, options: object) =>
        ask(
          { model: 'm', turns: [{ role: 'user', text: 'What?', images: [image] }] },
          destination(provider.url, api),
          { ...options, maxRetries: 0 },
        ),
      log: { error: () => undefined, warn: () => undefined },
      now: () => 0,
    } as unknown as EntryRunnerParts);
    const id = runner.add({ prompt: 'What?', pictures: [] });
    const status = await runner.run(id);
    const entry = store.entry(id);
    if (status === 'complete') return { text: entry?.text.trimEnd() ?? '' };
    return { reason: entry?.error?.message ?? status };
  },
  command: async api => {
    const session = { out: { json: true, note: () => undefined, errorObject: errorOf }, signal };
    const target = {
      provider: { id: 'p', label: 'Test Provider' },
      model: 'm',
      timeoutMs: 60_000,
      destination: () => destination(provider.url, api),
    };
    const { object, error } = await askByCommand(session as unknown as Session, target as unknown as Target, {
      text: 'What?',
      pictures: [picture],
    });
    return reasonOf(error) ?? { text: object.text };
  },
  run: async api => {
    const asked = runQuestion(provider.url, { api });
    const answer = askPictureBy(() => destination(provider.url, api))(asked, picture, { signal });
    return answer.then(
      ({ text }) => ({ text }),
      (error: unknown) => reasonOf(error) ?? {},
    );
  },
};

const { signal } = new AbortController();
const errorOf = (error: Error): object => ({ message: error.message });

function reasonOf(error: unknown): Shown | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof SightlineError)) throw error as Error;
  return { reason: error.message };
}

/** As a line of a batch's results holds it. */
async function inBatch(body: object, api: ApiFormat): Promise<Shown> {
  const line = JSON.stringify({ custom_id: '1', response: { status_code: 200, body } });
  const asked = { images: true, inForm: false };
  const result = await readResultLine(line, { api, label: 'Test Provider', url: provider.url, asked });
  if (result === undefined) throw new Error('no line');
  if ('error' in result) return { reason: result.error.message };
  return reasonOf(unfinishedAnswer(result.answer)) ?? { text: result.answer.text };
}

async function onAll(api: ApiFormat, reply: Reply): Promise<Record<string, Shown>> {
  const shown: Record<string, Shown> = {};
  for (const [name, surface] of Object.entries(surfaces)) {
    provider.reset();
    provider.script(() => reply);
    shown[name] = await surface(api);
  }
  return shown;
}

/** The text in pieces of a few characters, as a stream brings it. */
function pieces(text: string, length: number): string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}

function chatOf(text: string, length: number): Reply {
  const chunks = pieces(text, length).map(content => data(chatChunk({ content })));
  return eventStream(...chunks, data(chatChunk({}, 'stop')), data('[DONE]'));
}

/** A row whose answer is one text: read as a whole, in pieces of 1, 3 and 1000 characters, in a response, in a batch. */
async function expectEverywhere(text: string, expected: Shown): Promise<void> {
  const all: Record<string, Shown> = {
    ...(await onAll('chat.completions', chatOf(text, 3))),
    ...prefixed('whole', await onAll('chat.completions', { body: wholeCompletion(text) })),
    'batch (chat)': await inBatch(wholeCompletion(text), 'chat.completions'),
    'batch (responses)': await inBatch(wholeResponse(text), 'responses'),
  };
  for (const length of [1, 1000]) {
    provider.reset();
    provider.script(() => chatOf(text, length));
    all[`ask by ${length}`] = (await surfaces.ask?.('chat.completions')) ?? {};
  }
  provider.reset();
  provider.script(() => ({ body: wholeResponse(text) }));
  all['ask (responses)'] = (await surfaces.ask?.('responses')) ?? {};
  expectSame(all, expected);
}

function prefixed(prefix: string, shown: Record<string, Shown>): Record<string, Shown> {
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [`${prefix} ${name}`, value]));
}

function expectSame(all: Record<string, Shown>, expected: Shown): void {
  const wanted =
    expected.reason === undefined
      ? { text: expected.text }
      : { reason: expect.stringContaining(expected.reason) as string };
  expect(all).toEqual(Object.fromEntries(Object.keys(all).map(name => [name, wanted])));
}

const square = 'A red square.';

describe('ANS-1: thoughts and control tokens', () => {
  test.each([
    // The rows' own: zai-org/GLM-V#79, chatboxai/chatbox#2774, MoonshotAI/Kimi-VL#45, NVIDIA/TensorRT-LLM#9256
    ['think', '<think>plan</think>A red square.'],
    ['Kimi-VL', '◁think▷It is red {and} so on.\n◁/think▷A red square.'],
    ['Magistral', '[THINK]It is red.[/THINK]A red square.'],
    ['gpt-oss', '<|channel|>analysis<|message|>Red?<|channel|>final<|message|>A red square.'],
    ['GLM-4.5V', '<|begin_of_box|>A red square.<|end_of_box|>'],
    ['reasoning', '<reasoning>It is red.</reasoning>\nA red square.'],
    ['ChatML', 'A red square.<|im_end|>'],
    // Siblings, from the templates and the parsers of vLLM and SGLang.
    ['Qwen 3, with line breaks', '<think>\nRed?\n</think>\n\nA red square.'],
    ['Qwen 3 without thinking', '<think>\n\n</think>\n\nA red square.'],
    [
      'a template that opens the thoughts itself (vllm-project/vllm#22507)',
      'Red?\n</think>\n\nA red square.',
    ],
    ['thoughts that open twice (Vali-98/ChatterUI#503)', '<think><think>Red?</think>A red square.'],
    ['two blocks', '<think>Red?</think>\n<think>Square?</think>\nA red square.'],
    ['GLM-4.1V', '<think>Red?</think><answer><|begin_of_box|>A red square.<|end_of_box|></answer>'],
    ['Hunyuan', '<think>\nRed?\n</think>\n<answer>\nA red square.\n</answer>'],
    ['Granite 3.3', '<think>Red?</think><response>A red square.</response>'],
    ['Granite 3.2', 'Here is my thought process: Red? Here is my response: A red square.'],
    ['Seed-OSS', '<seed:think>Red?</seed:think>A red square.'],
    ['Cohere', '<|START_THINKING|>Red?<|END_THINKING|><|START_RESPONSE|>A red square.<|END_RESPONSE|>'],
    ['Apertus', '<|inner_prefix|>Red?<|inner_suffix|>A red square.'],
    ['Gemma 4', '<|channel>thought\nRed?<channel|>A red square.<turn|>'],
    ['MedGemma', '<unused94>thought\nRed?<unused95>A red square.'],
    ['Gemini with thoughts', '<thought>Red?</thought>A red square.'],
    ['Reflection', '<thinking>Red?</thinking>\n<output>A red square.</output>'],
    ['Thinking in capitals', '<THINKING>Red?</THINKING>A red square.'],
    [
      'gpt-oss with all messages',
      '<|start|>assistant<|channel|>analysis<|message|>Red?<|end|><|start|>assistant<|channel|>commentary<|message|>Looking.<|end|><|start|>assistant<|channel|>final<|message|>A red square.<|return|>',
    ],
    ['gpt-oss without its tokens', 'analysisThe user wants a caption.assistantfinalA red square.'],
    [
      'gpt-oss whose opening is lost',
      'Red?<|end|><|start|>assistant<|channel|>final<|message|>A red square.',
    ],
    ['Open WebUI', '<details type="reasoning" done="true">\nRed?\n</details>\nA red square.'],
    ['Solar Open', '<|think|>Red?<|end|><|begin|>assistant<|content|>A red square.<|end|>'],
    ['Llama 3', '<|start_header_id|>assistant<|end_header_id|>\n\nA red square.<|eot_id|>'],
    ['Gemma 3', '<start_of_turn>model\nA red square.<end_of_turn>\n'],
    ['Idefics 3, SmolVLM (Blaizzy/mlx-vlm#1932)', 'A red square.<end_of_utterance>'],
    ['Kimi-VL (Blaizzy/mlx-vlm#1944)', 'A red square.<|im_assistant|>'],
    ['Llama 2, LLaVA', '<s> A red square.</s>'],
    ['DeepSeek', 'A red square.<｜end▁of▁sentence｜>'],
    ['Phi', 'A red square.<|end|><|endoftext|>'],
    ['EXAONE', 'A red square.[|endofturn|]'],
    ['a turn that nobody asked for', 'A red square.<|im_end|>\n<|im_start|>user\nAnd this?<|im_end|>'],
  ])('%s', async (_, text) => {
    await expectEverywhere(text, { text: square });
  });

  test.each([
    'The tag <think> is written on the wall.',
    'The tags <think> and </think> are written on the wall.',
    'A tweet: `A red square.<|im_end|>` in grey.',
    'A terminal with <|im_end|> in its prompt.',
    'The analysis says: assistantfinal.',
    'A diagram with an <answer> box.',
    '<b>A red square.</b>',
    'A sign: [THINK] before you act.',
    'Here is my thought process: it is red.',
  ])('what is quoted stays: %s', async text => {
    await expectEverywhere(text, { text });
  });

  test.each([
    ['<think>A cat?</think>', 'reasoning but no answer'],
    ['<think>A cat, or is it', 'reasoning but no answer'],
    ['<think></think>\n \n', 'an empty answer'],
    ['◁think▷Red?', 'reasoning but no answer'],
  ])('thoughts alone are no answer: %j', async (text, reason) => {
    await expectEverywhere(text, { reason });
  });

  test('thoughts go out as reasoning, while they stream', async () => {
    provider.script(chatOf('<think>Red?</think>A red square.', 2));
    const { events, answer } = await collect(
      ask({ model: 'm', turns: [{ role: 'user', text: 'What?' }] }, destination(provider.url)),
    );
    expect(answer).toMatchObject({ text: square, reasoning: 'Red?' });
    expect(events.map(event => (event.type === 'reasoning' ? event.text : '')).join('')).toBe('Red?');
    expect(events.map(event => (event.type === 'text' ? event.text : '')).join('')).toBe(square);
  });
});

describe('ANS-2: a model that got no image', () => {
  // openclaw/openclaw#44706, atomantic/PortOS#1228, heyhuynhgiabuu/proxypal#11
  test.each([
    "I don't see any image attached to your message. Could you upload it?",
    "I'm unable to view images.",
    "It looks like the image didn't come through. Could you please try again?",
    'There is no image attached. Please upload it.',
    'I cannot view or analyze images.',
    "As a text-based AI, I can't see images.",
    "Please upload the image you'd like me to describe.",
    'Ich sehe kein Bild in Ihrer Nachricht. Bitte laden Sie es hoch.',
    'Je ne vois aucune image jointe à votre message.',
    'No veo ninguna imagen adjunta.',
    'Não vejo nenhuma imagem anexada.',
    'Non vedo alcuna immagine allegata.',
    'Ik zie geen afbeelding bij uw bericht.',
    '我没有看到任何图片，请上传图片。',
    '画像が添付されていません。',
    '이미지가 첨부되지 않았습니다.',
    'Я не вижу изображения в вашем сообщении.',
  ])('%s', async text => {
    await expectEverywhere(text, { reason: 'received no image' });
  });
});

describe('ANS-3: refusals in plain words', () => {
  // ProGamerGov/VLM-Captioning-Tools#3, UKGovernmentBEIS/inspect_ai#3412
  test.each([
    "I'm sorry, I can't assist with that.",
    "I'm sorry, but I can't identify people in images.",
    'I cannot fulfill your request.',
    'Es tut mir leid, aber dabei kann ich nicht helfen.',
    'Je suis désolé, mais je ne peux pas vous aider avec cette demande.',
    'Lo siento, pero no puedo ayudar con eso.',
    'Desculpe, mas não posso ajudar com isso.',
    'Mi dispiace, ma non posso aiutarti con questa richiesta.',
    'Het spijt me, maar daar kan ik niet mee helpen.',
    '抱歉，我无法协助处理这个请求。',
    '申し訳ありませんが、そのリクエストにはお応えできません。',
    '죄송하지만 그 요청은 도와드릴 수 없습니다.',
    'Извините, но я не могу помочь с этим запросом.',
  ])('%s', async text => {
    await expectEverywhere(text, { reason: 'The model refused to answer' });
  });

  test.each([
    "I can't see any people in this picture; it shows an empty street.",
    "I'm sorry, I can't help with naming the person, but I can describe the picture: a woman on a bench.",
    'A sign that says "I\'m sorry, I can\'t assist with that."',
    'Sorry is written on the wall.',
    'A man who cannot help laughing.',
    'A web page that asks: please upload the image.',
    'An empty photo frame; there is no photo inside.',
    'Ein Schild, auf dem kein Bild zu sehen ist.',
    '一张没有图片的空白相框挂在墙上。',
    '图中没有人，只有一条空荡的街道。',
  ])('what describes is left alone: %s', async text => {
    await expectEverywhere(text, { text });
  });
});

describe('ANS-4: items of the Responses API', () => {
  const message = (id: string, text: string, more: object = {}): object => ({
    ...{ id, type: 'message', role: 'assistant', status: 'completed', ...more },
    content: [{ type: 'output_text', text, annotations: [] }],
  });
  const whole = (...output: object[]): object => ({ ...wholeResponse(''), output });
  const done = (response: object): object => ({ type: 'response.completed', response });
  const at = { item_id: 'a', output_index: 0, content_index: 0 };
  const delta = (text: string, more: object = {}): object => ({
    ...{ type: 'response.output_text.delta', ...at, delta: text, ...more },
  });
  const stream = (...events: object[]): Reply => eventStream(...events.map(data));

  test.each<[string, Reply]>([
    // Effect-TS/effect#6178
    ['the same message twice', { body: whole(message('a', square), message('a', square)) }],
    ['the same message under two names', { body: whole(message('a', square), message('b', square)) }],
    [
      'the same message twice, streamed',
      stream(
        delta(square),
        delta(square, { output_index: 1 }),
        done(whole(message('a', square), message('a', square))),
      ),
    ],
    [
      'commentary before',
      { body: whole(message('c', 'Looking.', { phase: 'commentary' }), message('a', square)) },
    ],
    [
      'commentary before, streamed',
      stream(
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { id: 'c', type: 'message', phase: 'commentary' },
        },
        delta('Looking.', { item_id: 'c' }),
        delta(square, { output_index: 1 }),
        done(whole(message('c', 'Looking.', { phase: 'commentary' }), message('a', square))),
      ),
    ],
    // openai/openai-agents-python#1531
    [
      'only output_text.done',
      stream({ type: 'response.output_text.done', ...at, text: square }, done(whole())),
    ],
    [
      'only content_part.done',
      stream(
        { type: 'response.content_part.done', ...at, part: { type: 'output_text', text: square } },
        done(whole()),
      ),
    ],
    [
      'only output_item.done',
      stream(
        { type: 'response.output_item.done', output_index: 0, item: message('a', square) },
        done(whole()),
      ),
    ],
    ['a rest that only comes when done', stream(delta('A red'), done(whole(message('a', square))))],
    [
      'names that change with each event',
      stream(
        delta('A red ', { item_id: 'x' }),
        delta('square.', { item_id: 'y' }),
        { type: 'response.output_text.done', ...at, item_id: 'z', text: square },
        done(whole(message('w', square))),
      ),
    ],
    [
      'pieces without names and places',
      stream(
        { type: 'response.output_text.delta', delta: square },
        done(whole({ id: 'r', type: 'reasoning', summary: [] }, message('a', square))),
      ),
    ],
  ])('%s', async (_, reply) => {
    expectSame(await onAll('responses', reply), { text: square });
    if (typeof reply.body === 'object' && !Array.isArray(reply.body))
      expect(await inBatch(reply.body, 'responses')).toEqual({ text: square });
  });

  test('a refusal that only comes when done', async () => {
    const reply = stream({ type: 'response.refusal.done', ...at, refusal: 'No.' }, done(whole()));
    expectSame(await onAll('responses', reply), { reason: 'The model refused to answer: No.' });
  });
});

describe('ANS-5, W16: nothing in disguise', () => {
  test.each([
    '\u200B \u200B',
    '\uFEFF\u2060',
    '```\n```',
    '```json\n\n```',
    'null',
    '```\nnull\n```',
    '""',
    '\u00AD',
  ])('%j', async text => {
    await expectEverywhere(text, { reason: 'an empty answer' });
  });

  test('an answer that is an error is told as one', async () => {
    const text = '{"error":{"message":"upstream is down","code":"bad_gateway"}}';
    await expectEverywhere(text, { reason: 'upstream is down' });
  });

  // BerriAI/litellm#34230
  test.each<[string, Reply]>([
    [
      'streamed',
      eventStream(
        data(
          chatChunk({ tool_calls: [{ index: 0, function: { name: 'json_tool_call', arguments: '{"a":' } }] }),
        ),
        data(chatChunk({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] })),
        data(chatChunk({}, 'tool_calls')),
      ),
    ],
    [
      'whole',
      {
        body: {
          choices: [
            {
              message: { content: null, tool_calls: [{ function: { name: 'x', arguments: '{"a":1}' } }] },
              finish_reason: 'stop',
            },
          ],
        },
      },
    ],
  ])('an answer as the arguments of a tool that stands for the schema, %s', async (_, reply) => {
    provider.script(reply);
    const { answer } = await collect(
      ask(
        {
          model: 'm',
          turns: [{ role: 'user', text: 'What?', images: [image] }],
          schema: { name: 's', schema: { type: 'object' } },
        },
        destination(provider.url),
      ),
    );
    expect(answer).toMatchObject({ text: '{"a":1}', reason: 'complete' });
  });
});

describe('ANS-6: lines that say nothing', () => {
  // anomalyco/opencode#50871, Growth-Circle/cadis#2329
  test.each([
    ': keepalive',
    'ping',
    'OPENROUTER PROCESSING',
    ': OPENROUTER PROCESSING',
    'null',
    '"ping"',
    '{}',
    'keep-alive',
    '.',
    '{"type":"ping"}',
  ])('data: %s', async line => {
    const chunks = ['A red ', 'square.'].map(content => data(chatChunk({ content })));
    const reply = eventStream(
      data(line),
      ...chunks.flatMap(chunk => [chunk, data(line)]),
      data(chatChunk({}, 'stop')),
      data(line),
      data('[DONE]'),
    );
    expectSame(await onAll('chat.completions', reply), { text: square });
    const events = [
      { type: 'response.output_text.delta', delta: square },
      { type: 'response.completed', response: wholeResponse(square) },
    ];
    const responses = eventStream(...events.flatMap(event => [data(line), data(event)]));
    expectSame(await onAll('responses', responses), { text: square });
  });

  test.each([
    ['data: {"error":{"message":"GPU lost"}}\n\n', 'GPU lost'],
    ['event: error\ndata: GPU lost\n\n', 'GPU lost'],
    ['data: Error: GPU lost\n\n', 'GPU lost'],
    ['data: {"choices":[{"delta":{"content":"squ\n\n', 'Not an answer'],
  ])('a line that holds an error counts: %j', async (line, reason) => {
    const reply = eventStream(data(chatChunk({ content: 'A red ' })), line, data(chatChunk({}, 'stop')));
    expectSame(await onAll('chat.completions', reply), { reason });
  });

  test('chunks without the blank line between them', async () => {
    const chunks = [
      chatChunk({ content: 'A red ' }),
      chatChunk({ content: 'square.' }),
      chatChunk({}, 'stop'),
    ];
    const reply = eventStream(
      `${chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n`).join('')}data: [DONE]\n\n`,
    );
    expectSame(await onAll('chat.completions', reply), { text: square });
  });
});

describe('ANS-7: an answer of another kind', () => {
  // nashsu/llm_wiki#619
  test.each<[string, string, string, string]>([
    ['a sign-in page', 'text/html', '<!doctype html><title>Sign in</title>', 'with a web page (Sign in)'],
    ['a page without a title', 'text/html', '<html><body>Hi</body></html>', 'with a web page.'],
    ['plain text', 'text/plain', 'Please log in first', 'with text: “Please log in first”'],
    ['text in lines', 'text/plain', 'Sorry\nPlease log in: first', '“Sorry Please log in: first”'],
    ['XML', 'text/xml', '<Error><Code>Denied</Code></Error>', 'with text: “<Error>'],
    ['nothing readable in a stream', 'text/event-stream', 'data: Please log in\n\n', '“Please log in”'],
    ['nothing', 'text/plain', '', 'sent no answer'],
    ['comments alone', 'text/event-stream', ': wait\n\n: wait\n\n', 'sent no answer'],
  ])('%s', async (_, type, body, reason) => {
    const reply = { headers: { 'content-type': type }, body };
    expectSame(await onAll('chat.completions', reply), { reason });
    expectSame(await onAll('responses', reply), { reason });
  });
});
