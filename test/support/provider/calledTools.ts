import { chatChunk, wholeCompletion, wholeResponse, type Format } from './answers.ts';
import { data, type Step } from './reply.ts';

/** A call of a tool as a server makes it. */
export interface MadeCall {
  id: string;
  name: string;
  arguments: string;
}

/** A stream that calls tools at once: the arguments one character at a time, the calls in turns. */
export function callStream(format: Format, calls: readonly MadeCall[], text = ''): Step[] {
  return format === 'responses' ? responsesCalls(calls, text) : chatCalls(calls, text);
}

function chatCalls(calls: readonly MadeCall[], text: string): Step[] {
  const piece = (index: number, call: object): Step => data(chatChunk({ tool_calls: [{ index, ...call }] }));
  return [
    data(chatChunk({ role: 'assistant', content: text === '' ? null : text })),
    ...calls.map(({ id, name }, index) =>
      piece(index, { id, type: 'function', function: { name, arguments: '' } }),
    ),
    ...inTurns(calls, (index, character) => piece(index, { function: { arguments: character } })),
    data(chatChunk({}, 'tool_calls')),
    data('[DONE]'),
  ];
}

function responsesCalls(calls: readonly MadeCall[], text: string): Step[] {
  const items = calls.map(itemOf);
  const event = (value: Record<string, unknown>): Step => `event: ${String(value.type)}\n${data(value)}`;
  const at = (index: number): object => ({ item_id: items[index]?.id, output_index: index });
  return [
    event({
      type: 'response.created',
      response: { ...wholeResponse(''), status: 'in_progress', output: [] },
    }),
    ...(text === '' ? [] : [event({ type: 'response.output_text.delta', item_id: 'msg_test', delta: text })]),
    ...items.map((item, index) =>
      event({
        type: 'response.output_item.added',
        output_index: index,
        item: { ...item, arguments: '', status: 'in_progress' },
      }),
    ),
    ...inTurns(calls, (index, delta) =>
      event({ type: 'response.function_call_arguments.delta', ...at(index), delta }),
    ),
    ...calls.map((call, index) =>
      event({ type: 'response.function_call_arguments.done', ...at(index), arguments: call.arguments }),
    ),
    ...items.map((item, index) => event({ type: 'response.output_item.done', output_index: index, item })),
    event({ type: 'response.completed', response: wholeCalls('responses', calls) }),
  ];
}

function inTurns(calls: readonly MadeCall[], step: (index: number, character: string) => Step): Step[] {
  const steps: Step[] = [];
  const longest = Math.max(0, ...calls.map(call => call.arguments.length));
  for (let place = 0; place < longest; place++)
    for (const [index, call] of calls.entries()) {
      const character = call.arguments[place];
      if (character !== undefined) steps.push(step(index, character));
    }
  return steps;
}

function itemOf({ id, name, arguments: given }: MadeCall): Record<string, unknown> {
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: given,
    status: 'completed',
  };
}

/** The same as the answer of a server that does not stream. */
export function wholeCalls(format: Format, calls: readonly MadeCall[]): object {
  if (format === 'responses') return { ...wholeResponse(''), output: calls.map(itemOf) };
  const made = calls.map(({ id, ...call }) => ({ id, type: 'function', function: call }));
  return {
    ...wholeCompletion(''),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, tool_calls: made },
        finish_reason: 'tool_calls',
      },
    ],
  };
}
