import { describe, expect, test } from 'vitest';
import type { Question, Turn } from '../../../src/inference/api/question.ts';
import { notices } from '../../support/provider/collect.ts';
import { refusal, type Reply, type Script } from '../../support/testProvider.ts';
import { askIt, destination, formats, question, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

type Body = Record<string, unknown>;
const bodies = (): Body[] => provider.requests.map(({ body }) => body as Body);
const said = (body: Body | undefined): string => JSON.stringify(body?.messages ?? body?.input);
const refusing =
  (reply: Reply, has: (body: Body) => boolean): Script =>
  ({ body }) =>
    has(body as Body) ? reply : undefined;

const tools = [{ name: 'now', description: 'The time.' }];
const call = { id: 'call_1', name: 'now', arguments: '{}' };
const withTools = (more: Partial<Question> = {}): Question => question('Time?', { tools, ...more });

describe.each(formats)('%s: a server that cannot call tools', api => {
  test.each([
    [
      'Ollama',
      refusal(400, { message: 'registry.ollama.ai/library/smollm2:135m does not support tools' }),
      'model',
    ],
    [
      'OpenRouter',
      refusal(404, {
        message: 'No endpoints found that support tool use. To learn more about routing, visit: x',
      }),
      'model',
    ],
    ['OpenAI', refusal(400, { message: 'Tools is not supported in this model.', param: 'tools' }), 'model'],
    [
      'vLLM',
      {
        status: 400,
        body: {
          object: 'error',
          message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          code: 400,
        },
      },
      'enable-auto-tool-choice',
    ],
    ['llama.cpp', refusal(500, { message: 'tools param requires --jinja flag' }), 'option jinja'],
    [
      'Gemini',
      {
        status: 400,
        body: JSON.stringify([{ error: { message: 'Function calling is not enabled for models/gemma' } }]),
      },
      'model',
    ],
    ['Groq', refusal(400, { message: '`tool calling` is not supported with this model' }), 'model'],
  ] as [string, Reply, string][])('%s: says so at once, with what helps', async (_, reply, hint) => {
    provider.script(refusing(reply, body => 'tools' in body));
    const { error, answer } = await askIt(destination(provider.url, api), withTools());
    expect(answer).toBeUndefined();
    expect(error).toMatchObject({
      code: 'badRequest',
      message: expect.stringContaining('cannot call tools') as string,
      hint: expect.stringContaining(hint) as string,
    });
    expect(provider.requests).toHaveLength(1);
    const plain = await askIt(destination(provider.url, api));
    expect(plain.answer?.reason).toBe('complete');
  });

  test.each([
    ['in words', refusal(400, { message: "Tool choice must be 'auto' when tools are provided." })],
    ['by its field', refusal(422, { message: 'Unsupported value: required', param: 'tool_choice' })],
  ])('one that cannot be made to call a tool %s answers without, and says so', async (_, reply) => {
    provider.script(refusing(reply, body => body.tool_choice === 'required'));
    const asked = withTools({ toolChoice: 'required' });
    const collected = await askIt(destination(provider.url, api), asked);
    expect(collected.answer?.reason).toBe('complete');
    expect(notices(collected)).toEqual([expect.stringContaining('left to the model')]);
    expect(bodies()).toHaveLength(2);
    expect(bodies()[1]).toHaveProperty('tools');
    await askIt(destination(provider.url, api), asked);
    expect(bodies()).toHaveLength(3);
  });
});

describe.each(formats)('%s: system turns that are refused', api => {
  const turns: Turn[] = [
    { role: 'system', text: 'Be short.' },
    { role: 'system', text: 'Be kind.' },
    { role: 'user', text: 'Hello?' },
    { role: 'assistant', text: 'Yes?' },
    { role: 'system', text: 'Be long.' },
    { role: 'user', text: 'Go on.' },
  ];

  test.each([
    [
      'OpenAI',
      refusal(400, {
        message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        param: 'messages[0].role',
        code: 'unsupported_value',
      }),
    ],
    ['Gemma', { status: 400, body: { object: 'error', message: 'System role not supported', code: 400 } }],
    ['Gemini', refusal(400, { message: 'Developer instruction is not enabled for models/gemma-3-27b-it' })],
    ['Qwen', refusal(500, { message: 'Jinja Exception: System message must be at the beginning.' })],
  ] as [string, Reply][])('%s: they go with what the person says, and that is learned', async (_, reply) => {
    provider.script(refusing(reply, body => said(body).includes('"system"')));
    const collected = await askIt(destination(provider.url, api), question('', { turns }));
    expect(collected.answer?.reason).toBe('complete');
    expect(notices(collected)).toEqual([expect.stringContaining('system messages')]);
    expect(JSON.parse(said(bodies().at(-1)))).toEqual([
      { role: 'user', content: 'Be short.\n\nBe kind.\n\nHello?' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: 'Be long.\n\nGo on.' },
    ]);
    const before = bodies().length;
    await askIt(destination(provider.url, api), question('', { turns }));
    expect(bodies()).toHaveLength(before + 1);
  });
});

describe('conversations with calls', () => {
  const turns: Turn[] = [
    { role: 'user', text: 'Time?' },
    { role: 'assistant', text: '', toolCalls: [call], reasoning: 'I need a clock.' },
    { role: 'tool', callId: 'call_1', text: 'Noon' },
  ];

  test.each(formats)('%s: Mistral takes no word of a person right after a result', async api => {
    const reply = refusal(400, { message: "Unexpected role 'user' after role 'tool'" });
    const isRefused = (body: Body): boolean => /Noon"\},\{"role":"user"/.test(said(body));
    provider.script(refusing(reply, isRefused));
    const asked = withTools({ turns: [...turns, { role: 'user', text: 'Thanks' }] });
    expect((await askIt(destination(provider.url, api), asked)).answer?.reason).toBe('complete');
    expect(JSON.parse(said(bodies().at(-1)))).toMatchObject([
      {},
      {},
      {},
      { role: 'assistant' },
      { content: 'Thanks' },
    ]);
  });

  test.each([
    'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40.",
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ])('ids of another provider are said otherwise, and stay pairs: %s', async message => {
    for (const api of formats) {
      provider.reset();
      provider.script(refusing(refusal(400, { message }), body => said(body).includes('call_1')));
      const { answer } = await askIt(destination(provider.url, api), withTools({ turns }));
      expect(answer?.reason).toBe('complete');
      const ids = [...said(bodies().at(-1)).matchAll(/"(?:call_id|tool_call_id|id)":"([^"]*)"/g)].map(
        ([, id]) => id,
      );
      expect(ids).toHaveLength(2);
      expect(ids[0]).toMatch(/^[a-z0-9]{9}$/);
      expect(ids[1]).toBe(ids[0]);
    }
  });

  test('Gemini 3 wants signatures of its calls', async () => {
    const reply = refusal(400, {
      message: 'Function call is missing a thought_signature in functionCall parts.',
    });
    provider.script(refusing(reply, body => !said(body).includes('thought_signature')));
    expect((await askIt(destination(provider.url), withTools({ turns }))).answer?.reason).toBe('complete');
    expect(said(bodies().at(-1))).toContain('skip_thought_signature_validator');
    expect(said(bodies()[0])).not.toContain('thought_signature');
  });

  test.each([
    'Missing `reasoning_content` field in the assistant message at message index 1.',
    'The reasoning_content in the thinking mode must be passed back to the API.',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
  ])('thoughts go back where they are wanted: %s', async message => {
    provider.script(refusing(refusal(400, { message }), body => !said(body).includes('reasoning_content')));
    expect((await askIt(destination(provider.url), withTools({ turns }))).answer?.reason).toBe('complete');
    expect(said(bodies()[0])).not.toContain('clock');
    expect(said(bodies().at(-1))).toContain('"reasoning_content":"I need a clock."');
  });

  test.each(formats)('%s: a form that is asked for in words does not go into a result', async api => {
    const form = { name: 'time', schema: { type: 'object', properties: { time: { type: 'string' } } } };
    const reply = refusal(400, { message: 'response_format json_schema is not supported' });
    provider.script(refusing(reply, body => 'response_format' in body || 'text' in body));
    await askIt(destination(provider.url, api), withTools({ turns, schema: form }));
    const messages = JSON.parse(said(bodies().at(-1))) as Body[];
    expect(Object.values(messages.at(-2) ?? {})).toContain('Noon');
    expect(messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('JSON Schema') as string,
    });
  });
});
