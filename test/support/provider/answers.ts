import { data, eventStream, type Reply, type Step } from './reply.ts';

/** The two formats, named as everywhere. */
export type Format = 'responses' | 'chat.completions';

/** What every test answer claims to have cost. */
export const testUsage = { inputTokens: 12, outputTokens: 7 };

/** A chunk of a chat stream. */
export function chatChunk(delta: object, finish: string | null = null, more: object = {}): object {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { id: 'chatcmpl-test', object: 'chat.completion.chunk', model: 'test-model', choices, ...more };
}

/** A chat stream as a faultless server sends it. */
export function chatStream(parts: readonly string[], model = 'test-model'): Step[] {
  const usage = {
    prompt_tokens: testUsage.inputTokens,
    completion_tokens: testUsage.outputTokens,
    total_tokens: testUsage.inputTokens + testUsage.outputTokens,
  };
  return [
    data(chatChunk({ role: 'assistant', content: '' }, null, { model })),
    ...parts.map(content => data(chatChunk({ content }, null, { model }))),
    data(chatChunk({}, 'stop', { model })),
    data({ id: 'chatcmpl-test', object: 'chat.completion.chunk', model, choices: [], usage }),
    data('[DONE]'),
  ];
}

/** A stream of the Responses API as a faultless server sends it. */
export function responsesStream(parts: readonly string[], model = 'test-model'): Step[] {
  const open = { ...wholeResponse('', model), status: 'in_progress', output: [], usage: null };
  const events: Record<string, unknown>[] = [
    { type: 'response.created', response: open },
    { type: 'response.in_progress', response: open },
    ...parts.map(delta => ({ type: 'response.output_text.delta', item_id: 'msg_test', delta })),
    { type: 'response.output_text.done', item_id: 'msg_test', text: parts.join('') },
    { type: 'response.completed', response: wholeResponse(parts.join(''), model) },
  ];
  return events.map(
    (event, index) => `event: ${String(event.type)}\n${data({ ...event, sequence_number: index })}`,
  );
}

/** The response object of the Responses API. */
export function wholeResponse(text: string, model = 'test-model'): object {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return {
    id: 'resp_test',
    object: 'response',
    created_at: 0,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model,
    output: [{ id: 'msg_test', type: 'message', role: 'assistant', status: 'completed', content }],
    usage: {
      input_tokens: testUsage.inputTokens,
      output_tokens: testUsage.outputTokens,
      total_tokens: testUsage.inputTokens + testUsage.outputTokens,
    },
  };
}

/** The completion object of the Chat Completions API. */
export function wholeCompletion(text: string, model = 'test-model'): object {
  return {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: testUsage.inputTokens,
      completion_tokens: testUsage.outputTokens,
      total_tokens: testUsage.inputTokens + testUsage.outputTokens,
    },
  };
}

/**
 * A faultless answer in these parts, streamed or as a whole, in the format of the request.
 * @param pauseMs milliseconds between two parts of a stream.
 */
export function answerIn(
  format: Format,
  parts: readonly string[],
  how: { stream: boolean; model?: string; pauseMs?: number },
): Reply {
  const { stream, model, pauseMs } = how;
  if (!stream)
    return { body: (format === 'responses' ? wholeResponse : wholeCompletion)(parts.join(''), model) };
  const steps = (format === 'responses' ? responsesStream : chatStream)(parts, model);
  return eventStream(...(pauseMs === undefined ? steps : steps.flatMap(step => [step, { pauseMs }])));
}
