import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ApiFormat } from '../../../src/inference/api/apiFormat.ts';
import type { Question, Tool, Turn } from '../../../src/inference/api/question.ts';
import { refusal } from '../../support/testProvider.ts';
import { askIt, destination, formats, question, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

const tool: Tool = {
  name: 'describe_image',
  description: 'Says what an image shows.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
};
const call = { id: 'call_1', name: 'describe_image', arguments: '{"path":"a.png"}' };
const other = { id: 'call_2', name: 'find_images', arguments: '{"text":"dog"}' };

/** An image of one colour, large enough for every server. */
async function imageOf(background: string): Promise<string> {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The messages of the request that went out last. */
async function sent(api: ApiFormat, turns: Turn[], more: Partial<Question> = {}): Promise<unknown> {
  await askIt(destination(provider.url, api), question('', { turns, ...more }));
  const { messages, input } = provider.requests.at(-1)?.body as Record<string, unknown>;
  return messages ?? input;
}

async function body(api: ApiFormat, more: Partial<Question>): Promise<Record<string, unknown>> {
  await askIt(destination(provider.url, api), question('Hello?', more));
  return provider.requests.at(-1)?.body as Record<string, unknown>;
}

test.each(formats)('%s: system turns stay where they are', async api => {
  const turns: Turn[] = [
    { role: 'system', text: 'Be short.' },
    { role: 'system', text: 'Be kind.' },
    { role: 'user', text: 'Hello?' },
    { role: 'assistant', text: 'Yes?' },
    { role: 'system', text: 'Now be long.' },
    { role: 'user', text: 'Go on.' },
  ];
  expect(await sent(api, turns)).toEqual(turns.map(({ role, text }) => ({ role, content: text })));
});

describe('tools', () => {
  test('each format has its own shape; one without parameters takes none', async () => {
    const tools = [tool, { name: 'now', description: 'The time.' }];
    const none = { type: 'object', properties: {} };
    expect((await body('chat.completions', { tools })).tools).toEqual([
      { type: 'function', function: tool },
      { type: 'function', function: { ...tools[1], parameters: none } },
    ]);
    expect((await body('responses', { tools })).tools).toEqual([
      { type: 'function', ...tool, strict: false },
      { type: 'function', ...tools[1], parameters: none, strict: false },
    ]);
    for (const parameters of [{}, { type: 'object' }])
      expect(JSON.stringify((await body('responses', { tools: [{ ...tool, parameters }] })).tools)).toContain(
        '"parameters":{"type":"object","properties":{}}',
      );
  });

  test.each(formats)('%s: a choice is sent only where a tool must be called', async api => {
    expect(await body(api, { tools: [tool], toolChoice: 'required' })).toMatchObject({
      tool_choice: 'required',
    });
    for (const more of [{ tools: [tool] }, { tools: [tool], toolChoice: 'auto' as const }]) {
      const asked = await body(api, more);
      expect(asked).not.toHaveProperty('tool_choice');
      expect(asked).not.toHaveProperty('parallel_tool_calls');
    }
    for (const more of [{}, { tools: [] }, { tools: [], toolChoice: 'required' as const }]) {
      const asked = await body(api, more);
      expect(asked).not.toHaveProperty('tools');
      expect(asked).not.toHaveProperty('tool_choice');
    }
  });
});

describe('calls and results', () => {
  const turns: Turn[] = [
    { role: 'user', text: 'What is in a.png?' },
    { role: 'assistant', text: '', toolCalls: [call, other] },
    { role: 'tool', callId: 'call_1', text: 'A dog.' },
    { role: 'tool', callId: 'call_2', text: '' },
    { role: 'assistant', text: 'One more.', toolCalls: [{ ...call, id: 'call_3' }] },
    { role: 'tool', callId: 'call_3', text: 'A cat.' },
  ];

  test('chat.completions', async () => {
    const { name } = call;
    expect(await sent('chat.completions', turns, { tools: [tool] })).toEqual([
      { role: 'user', content: 'What is in a.png?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name, arguments: call.arguments } },
          { id: 'call_2', type: 'function', function: { name: 'find_images', arguments: other.arguments } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'A dog.' },
      { role: 'tool', tool_call_id: 'call_2', content: 'The tool returned nothing.' },
      {
        role: 'assistant',
        content: 'One more.',
        tool_calls: [{ id: 'call_3', type: 'function', function: { name, arguments: call.arguments } }],
      },
      { role: 'tool', tool_call_id: 'call_3', content: 'A cat.' },
    ]);
  });

  test('responses', async () => {
    const item = (made: typeof call): object => ({
      type: 'function_call',
      call_id: made.id,
      name: made.name,
      arguments: made.arguments,
    });
    expect(await sent('responses', turns, { tools: [tool] })).toEqual([
      { role: 'user', content: 'What is in a.png?' },
      item(call),
      item(other),
      { type: 'function_call_output', call_id: 'call_1', output: 'A dog.' },
      { type: 'function_call_output', call_id: 'call_2', output: 'The tool returned nothing.' },
      { role: 'assistant', content: 'One more.' },
      item({ ...call, id: 'call_3' }),
      { type: 'function_call_output', call_id: 'call_3', output: 'A cat.' },
    ]);
  });

  test.each(formats)(
    '%s: a call without a result gets one, a result without its call is the person',
    async api => {
      const messages = (await sent(api, [
        { role: 'tool', callId: 'call_0', text: 'Old.' },
        { role: 'assistant', text: '', toolCalls: [call, other] },
        { role: 'tool', callId: 'call_2', text: 'Found.' },
        { role: 'tool', callId: 'call_9', text: 'Whose?' },
        { role: 'assistant', text: '', toolCalls: [{ ...call, id: 'call_3' }] },
      ])) as Record<string, unknown>[];
      const results = messages.filter(({ role, type }) => role === 'tool' || type === 'function_call_output');
      expect(results.map(one => [one.tool_call_id ?? one.call_id, one.content ?? one.output])).toEqual([
        ['call_2', 'Found.'],
        ['call_1', 'The tool gave no result.'],
        ['call_3', 'The tool gave no result.'],
      ]);
      const spoken = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
      expect(spoken).toEqual([
        'Result of an earlier tool call: Old.',
        'Result of an earlier tool call: Whose?',
      ]);
    },
  );

  test.each([
    ['', '{}'],
    ['{"a":', '{"arguments":"{\\"a\\":"}'],
    ['[1]', '{"arguments":"[1]"}'],
    ['{"a":1}', '{"a":1}'],
  ])('arguments %j of an earlier call go back as an object', async (given, wanted) => {
    const made = [
      { role: 'user', text: 'Go' },
      { role: 'assistant', text: '', toolCalls: [{ ...call, arguments: given }] },
      { role: 'tool', callId: 'call_1', text: 'Done' },
    ] satisfies Turn[];
    expect(JSON.stringify(await sent('responses', made))).toContain(`"arguments":${JSON.stringify(wanted)}`);
    expect(JSON.stringify(await sent('chat.completions', made))).toContain(
      `"arguments":${JSON.stringify(wanted)}`,
    );
  });
});

describe.each(formats)('%s: images of results', api => {
  const text = (words: string): object => ({
    type: api === 'responses' ? 'input_text' : 'text',
    text: words,
  });
  const image = (url: string): object =>
    api === 'responses' ? { type: 'input_image', image_url: url } : { type: 'image_url', image_url: { url } };
  const results = async (): Promise<{ red: string; blue: string; green: string; turns: Turn[] }> => {
    const [red, blue, green] = await Promise.all([imageOf('red'), imageOf('blue'), imageOf('green')]);
    const turns: Turn[] = [
      { role: 'user', text: 'Look at both.' },
      { role: 'assistant', text: 'I look.', toolCalls: [call, other] },
      { role: 'tool', callId: 'call_1', text: 'A dog.', images: [red, blue] },
      { role: 'tool', callId: 'call_2', text: '', images: [green] },
    ];
    return { red, blue, green, turns };
  };
  const shown = ({ red, blue, green }: { red: string; blue: string; green: string }): object[] => [
    text('Images of the result of describe_image (call_1):'),
    image(red),
    image(blue),
    text('Image of the result of find_images (call_2):'),
    image(green),
  ];

  test('they follow the last result in one message of the person', async () => {
    const { turns, ...images } = await results();
    const messages = (await sent(api, turns)) as object[];
    expect(messages.at(-1)).toEqual({ role: 'user', content: shown(images) });
    const given = messages.slice(-3, -1).map(message => Object.values(message).at(-1) as string);
    expect(given).toEqual(['A dog.', 'The result is shown in the next message.']);
  });

  test('what the person says next goes into the same message', async () => {
    const { turns, ...images } = await results();
    const messages = (await sent(api, [...turns, { role: 'user', text: 'And now?' }])) as object[];
    expect(messages.at(-1)).toEqual({ role: 'user', content: [...shown(images), text('And now?')] });
  });

  test('a server that takes two images gets those, and no title without one', async () => {
    const { turns, blue } = await results();
    provider.script(({ body: asked }) =>
      JSON.stringify(asked).split('data:image').length > 3
        ? refusal(400, { message: 'At most 2 image(s) may be provided in one prompt.' })
        : undefined,
    );
    const later: Turn[] = [
      ...turns,
      { role: 'assistant', text: 'Two dogs.' },
      { role: 'user', text: 'Sure?' },
    ];
    const messages = (await sent(api, later)) as object[];
    expect(JSON.stringify(messages).split('data:image')).toHaveLength(3);
    expect(JSON.stringify(messages)).not.toContain(blue);
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: 'Sure?' });
  });
});
