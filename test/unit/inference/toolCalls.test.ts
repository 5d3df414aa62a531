import { describe, expect, test } from 'vitest';
import type { Question, Tool, ToolCall } from '../../../src/inference/api/question.ts';
import { canaryKeys, tellingParts } from '../../support/echoedKeys.ts';
import { callStream, wholeCalls } from '../../support/provider/calledTools.ts';
import type { Collected } from '../../support/provider/collect.ts';
import { chatChunk, data, eventStream, wholeResponse, type Step } from '../../support/testProvider.ts';
import { askIt, destination, formats, question, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

const tools: Tool[] = [
  { name: 'describe_image', description: 'Says what an image shows.', parameters: { type: 'object' } },
  { name: 'now', description: 'Says what time it is.' },
];
const first: ToolCall = {
  id: 'call_1',
  name: 'describe_image',
  arguments: '{"path":"a{\\"日本🙂}.png","n":[1]}',
};
const second: ToolCall = { id: 'call_2', name: 'now', arguments: '{}' };

function withTools(more: Partial<Question> = {}): Question {
  return question('What time is it?', { tools, ...more });
}

/** The calls as events, which are the calls of the answer. */
function callsOf({ events, answer }: Collected): ToolCall[] {
  const calls = events.flatMap(event => (event.type === 'toolCall' ? [event.call] : []));
  expect(answer?.toolCalls ?? []).toEqual(calls);
  return calls;
}

describe.each(formats)('%s', api => {
  const answerTo = async (...steps: Step[]): Promise<Collected> => {
    provider.script(eventStream(...steps));
    return askIt(destination(provider.url, api), withTools());
  };

  test('two calls whose arguments come torn and in turns are whole, in order', async () => {
    provider.script({ ...eventStream(...callStream(api, [first, second], 'I look.')), byteByByte: true });
    const collected = await askIt(destination(provider.url, api), withTools());
    expect(callsOf(collected)).toEqual([first, second]);
    expect(collected.answer).toMatchObject({ text: 'I look.', reason: 'complete' });
    expect(collected.events.at(-1)?.type).toBe('end');
  });

  test('calls alone are a complete answer, streamed or not', async () => {
    expect((await answerTo(...callStream(api, [first]))).answer).toMatchObject({
      text: '',
      reason: 'complete',
    });
    provider.script({ body: wholeCalls(api, [first, second]) });
    const collected = await askIt(destination(provider.url, api), withTools());
    expect(callsOf(collected)).toEqual([first, second]);
    expect(collected.answer?.reason).toBe('complete');
  });

  test('what goes with calls is not judged as a refusal', async () => {
    const words = "I'm sorry, I can't see any image. I call a tool.";
    const image =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    provider.script(eventStream(...callStream(api, [second], words)));
    const { answer } = await askIt(destination(provider.url, api), {
      ...withTools(),
      turns: [{ role: 'user', text: 'Look', images: [image] }],
    });
    expect(answer).toMatchObject({ text: words, reason: 'complete', toolCalls: [second] });
  });

  test('a connection that dies in a call yields no call', async () => {
    const steps = callStream(api, [first]);
    const collected = await answerTo(...steps.slice(0, 12), { pauseMs: 20 }, { cut: true });
    expect(callsOf(collected)).toEqual([]);
    expect(collected.error).toBeDefined();
    const closed = await answerTo(...steps.slice(0, 12));
    expect(callsOf(closed)).toEqual([]);
  });

  test('an id that the conversation has already is another one', async () => {
    provider.script(eventStream(...callStream(api, [second])));
    const collected = await askIt(destination(provider.url, api), {
      ...withTools(),
      turns: [
        { role: 'user', text: 'Time?' },
        { role: 'assistant', text: '', toolCalls: [second] },
        { role: 'tool', callId: second.id, text: 'Noon' },
      ],
    });
    const [call] = callsOf(collected);
    expect(call).toMatchObject({ name: 'now', arguments: '{}' });
    expect(call?.id).toMatch(/^[a-z0-9]{9}$/);
  });

  test('arguments without end and too many calls fail in plain words', async () => {
    const large = { ...first, arguments: `{"text":"${'x'.repeat(1_100_000)}"}` };
    provider.script({ body: wholeCalls(api, [large]) });
    const one = await askIt(destination(provider.url, api), withTools());
    expect(one.error).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('1 MB') as string,
    });
    const many = Array.from({ length: 129 }, (_, at) => ({ ...second, id: `call_${at}` }));
    provider.script({ body: wholeCalls(api, many) });
    const other = await askIt(destination(provider.url, api), withTools());
    expect(other.error).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('128') as string,
    });
    provider.script({ body: wholeCalls(api, many.slice(0, 128)) });
    expect(callsOf(await askIt(destination(provider.url, api), withTools()))).toHaveLength(128);
  });

  test.each([testKey, ...Object.values(canaryKeys)])(
    'a key in arguments is not repeated: %s',
    async apiKey => {
      const leaking = {
        id: `call_${apiKey}`,
        name: 'now',
        arguments: JSON.stringify({ header: `Bearer ${apiKey}` }),
      };
      provider.script(eventStream(...callStream(api, [leaking])));
      const collected = await askIt(destination(provider.url, api, { apiKey }), withTools());
      for (const part of tellingParts(apiKey)) expect(JSON.stringify(collected.events)).not.toContain(part);
      const [call] = callsOf(collected);
      expect(JSON.parse(call?.arguments ?? '')).toMatchObject({
        header: expect.stringMatching(/^Bearer /) as string,
      });
    },
  );

  test('calls come at once where the server keeps the connection open', async () => {
    const collected = await answerTo(...callStream(api, [second]), { hang: true });
    expect(callsOf(collected)).toEqual([second]);
    expect(collected.answer?.reason).toBe('complete');
  });

  test('an answer in a form may come as the arguments of a tool that nobody offered', async () => {
    const form = { name: 'colour', schema: { type: 'object', properties: { colour: { type: 'string' } } } };
    const made = { id: 'x', name: 'json_tool_call', arguments: '{"colour":"red"}' };
    provider.script({ body: wholeCalls(api, [made]) });
    const { answer } = await askIt(destination(provider.url, api), question('Colour?', { schema: form }));
    expect(answer).toMatchObject({ text: made.arguments, reason: 'complete' });
    expect(answer?.toolCalls).toBeUndefined();
  });

  test('a call where no tool was offered is no answer', async () => {
    provider.script({ body: wholeCalls(api, [first]) });
    const collected = await askIt(destination(provider.url, api), question());
    expect(callsOf(collected)).toEqual([]);
    expect(collected.answer?.reason).toBe('empty');
  });
});

describe('chat.completions alone', () => {
  const part = (calls: object[], finish: string | null = null): Step =>
    data(chatChunk({ tool_calls: calls }, finish));
  const calling = (name: string, given: unknown, more: object = {}): object => ({
    ...more,
    function: { name, arguments: given },
  });
  const answerTo = async (...steps: Step[]): Promise<ToolCall[]> => {
    provider.script(eventStream(...steps, data('[DONE]')));
    return callsOf(await askIt(destination(provider.url), withTools()));
  };
  const named = (calls: readonly ToolCall[]): [string, string][] =>
    calls.map(call => [call.name, call.arguments]);
  const both: [string, string][] = [
    ['now', '{"a":1}'],
    ['now', '{"a":2}'],
  ];

  test('Gemini: whole calls in chunks of their own, all at index 0', async () => {
    for (const ids of [
      [{ id: 'a' }, { id: 'b' }],
      [{ id: '' }, { id: '' }],
    ]) {
      const calls = await answerTo(
        part([calling('now', '{"a":1}', { index: 0, ...ids[0] })]),
        part([calling('now', '{"a":2}', { index: 0, ...ids[1] })], 'stop'),
      );
      expect(named(calls)).toEqual(both);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    }
  });

  test('no index: by id, by order, or by the place in one chunk', async () => {
    const inOne = await answerTo(part([calling('now', '{"a":1}'), calling('now', '{"a":2}')], 'tool_calls'));
    expect(named(inOne)).toEqual(both);
    const inOrder = await answerTo(
      part([calling('now', '{"a"')]),
      part([{ function: { arguments: ':1}' } }]),
      part([calling('now', '{"a":')]),
      part([{ function: { arguments: '2}' } }], 'tool_calls'),
    );
    expect(named(inOrder)).toEqual(both);
    const byId = await answerTo(
      part([calling('now', '{"a":', { id: 'a' })]),
      part([calling('now', '{"a":', { id: 'b' })]),
      part([{ id: 'a', function: { arguments: '1}' } }]),
      part([{ id: 'b', function: { arguments: '2}' } }], 'tool_calls'),
    );
    expect(named(byId)).toEqual(both);
  });

  test('no id, the same id for all, and one that is too long: each call has one of its own', async () => {
    for (const id of [undefined, 'call_0', 'x'.repeat(20_000)]) {
      const calls = await answerTo(
        part([calling('now', '{"a":1}', { index: 0, id }), calling('now', '{"a":2}', { index: 1, id })]),
        data(chatChunk({}, 'tool_calls')),
      );
      expect(named(calls)).toEqual(both);
      expect(new Set(calls.map(call => call.id)).size).toBe(2);
      for (const call of calls) expect(call.id.length).toBeLessThan(100);
    }
  });

  test('a name in pieces, growing, or again with each chunk', async () => {
    for (const names of [
      ['describe_', 'image', ''],
      ['describe_', 'describe_image', 'describe_image'],
      ['describe_image', 'describe_image', 'describe_image'],
    ]) {
      const calls = await answerTo(
        part([calling(names[0] ?? '', '', { index: 0, id: 'a' })]),
        part([calling(names[1] ?? '', '{"path":', { index: 0 })]),
        part([calling(names[2] ?? '', '"a"}', { index: 0 })], 'tool_calls'),
      );
      expect(named(calls)).toEqual([['describe_image', '{"path":"a"}']]);
    }
  });

  test.each([
    ['an object', [{ path: 'a', n: 1 }], '{"path":"a","n":1}'],
    ['nothing', [''], '{}'],
    ['null', [null], '{}'],
    ['an empty object before the arguments', ['{}', '{"a":', '1}'], '{"a":1}'],
    ['all of it again at the end', ['{"a":', '1}', '{"a":1}'], '{"a":1}'],
    ['damaged ones', ['{"a":'], '{"a":'],
  ])('arguments: %s', async (_, pieces, wanted) => {
    const [name, ...more] = pieces;
    const calls = await answerTo(
      part([calling('now', name, { index: 0, id: 'a' })]),
      ...more.map(piece => part([{ index: 0, function: { arguments: piece } }])),
      data(chatChunk({}, 'tool_calls')),
    );
    expect(calls).toEqual([{ id: 'a', name: 'now', arguments: wanted }]);
  });

  test.each(['tool_calls', 'function_call', 'stop', 'tool_use'])('finish_reason %s', async finish => {
    expect(await answerTo(part([calling('now', '{}', { index: 0, id: 'a' })], finish))).toHaveLength(1);
  });

  test('the function_call of old servers', async () => {
    const calls = await answerTo(
      data(chatChunk({ function_call: { name: 'now', arguments: '' } })),
      data(chatChunk({ function_call: { arguments: '{"a":1}' } })),
      data(chatChunk({}, 'function_call')),
    );
    expect(named(calls)).toEqual([['now', '{"a":1}']]);
  });

  test('at the length limit only the calls that are closed count', async () => {
    provider.script(
      eventStream(
        part([calling('now', '{"a":1}', { index: 0, id: 'a' })]),
        part([calling('now', '{"a":', { index: 1, id: 'b' })], 'length'),
        data('[DONE]'),
      ),
    );
    const collected = await askIt(destination(provider.url), withTools());
    expect(named(callsOf(collected))).toEqual([both[0]]);
    expect(collected.answer?.reason).toBe('length');
  });

  test('a name that does not end fails in plain words', async () => {
    provider.script(eventStream(part([calling('n'.repeat(300), '{}', { index: 0 })], 'tool_calls')));
    const { error } = await askIt(destination(provider.url), withTools());
    expect(error).toMatchObject({ code: 'incomplete', message: expect.stringContaining('name') as string });
  });
});

describe('responses alone', () => {
  const item = (call: ToolCall, more: object = {}): object => ({
    type: 'function_call',
    call_id: call.id,
    name: call.name,
    arguments: call.arguments,
    ...more,
  });
  const answerTo = async (...events: object[]): Promise<ToolCall[]> => {
    provider.script(eventStream(...events.map(data)));
    return callsOf(await askIt(destination(provider.url, 'responses'), withTools()));
  };
  const completed = (...output: object[]): object => ({
    type: 'response.completed',
    response: { ...wholeResponse(''), output },
  });

  test('calls that come only with the end', async () => {
    expect(await answerTo(completed(item(first), item(second)))).toEqual([first, second]);
  });

  test('the same call counts once, whatever names its item has', async () => {
    for (const names of [
      ['a', 'b', 'c'],
      [undefined, undefined, undefined],
    ])
      expect(
        await answerTo(
          {
            type: 'response.output_item.added',
            output_index: 1,
            item: item({ ...first, arguments: '' }, { id: names[0] }),
          },
          { type: 'response.function_call_arguments.delta', output_index: 1, delta: first.arguments },
          { type: 'response.output_item.done', output_index: 1, item: item(first, { id: names[1] }) },
          completed(item(first, { id: names[2] })),
        ),
      ).toEqual([first]);
  });

  test('arguments that end without their item', async () => {
    expect(
      await answerTo(
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: item({ ...first, arguments: '' }, { id: 'a' }),
        },
        {
          type: 'response.function_call_arguments.done',
          item_id: 'a',
          output_index: 0,
          arguments: first.arguments,
        },
        completed(),
      ),
    ).toEqual([first]);
  });
});
