import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { missingParameter } from './apiFault.ts';
import { readAsked, type Asked } from './asked.ts';
import { findingsOf, type Reply, type ReplyEnd } from './reply.ts';

/** Reads a request to `/responses`. */
export function readResponses(body: JsonObject): Asked {
  const { input, instructions } = body;
  if (typeof input !== 'string' && !Array.isArray(input)) throw missingParameter('input');
  const turns: unknown[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const system = typeof instructions === 'string' ? [{ role: 'system', content: instructions }] : [];
  const format = isJsonObject(body.text) ? body.text.format : undefined;
  return readAsked(body, [...system, ...turns], {
    maxTokens: body.max_output_tokens,
    form: isJsonObject(format) ? format.schema : undefined,
  });
}

/** The whole answer as one `response`. */
export function wholeResponse(reply: Reply, body: JsonObject, end: ReplyEnd): JsonObject {
  return finished(head(reply, body), message(newId('msg')), reply, end);
}

/** The answer as the frames of a stream, in the order and with the numbers of the real service. */
export async function* responsesFrames(reply: Reply, body: JsonObject): AsyncGenerator<string, void> {
  let sequence = 0;
  const frame = (type: string, data: JsonObject): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...data })}\n\n`;
  const response = head(reply, body);
  const item = message(newId('msg'));
  const at = { item_id: item.id, output_index: 0, content_index: 0 };

  yield frame('response.created', { response });
  yield frame('response.in_progress', { response });
  yield frame('response.output_item.added', { output_index: 0, item });
  yield frame('response.content_part.added', { ...at, part: part(reply, '') });
  let step = await reply.pieces.next();
  const { kind, more } = reply.refuses === true ? refusalEvents : textEvents;
  for (; !step.done; step = await reply.pieces.next())
    yield frame(`response.${kind}.delta`, { ...at, delta: step.value, ...more });
  const end = step.value;
  const { text } = end;
  yield frame(`response.${kind}.done`, {
    ...at,
    ...(reply.refuses === true ? { refusal: text } : { text }),
    ...more,
  });
  yield frame('response.content_part.done', { ...at, part: part(reply, text) });
  yield frame('response.output_item.done', { output_index: 0, item: messageItem(item, reply, end) });
  yield frame(end.cut ? 'response.incomplete' : 'response.completed', {
    response: finished(response, item, reply, end),
  });
}

function head({ createdAt, model }: Reply, body: JsonObject): JsonObject {
  return {
    id: newId('resp'),
    object: 'response',
    created_at: createdAt,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: null,
    metadata: body.metadata ?? {},
    model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: body.temperature ?? null,
    text: isJsonObject(body.text) ? body.text : { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: body.top_p ?? null,
    truncation: 'disabled',
    usage: null,
    user: null,
  };
}

function message(id: string): JsonObject {
  return { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] };
}

function messageItem(item: JsonObject, reply: Reply, { text, cut }: ReplyEnd): JsonObject {
  return { ...item, status: cut ? 'incomplete' : 'completed', content: [part(reply, text)] };
}

/** The names of the events, and what goes along with each. */
const textEvents = { kind: 'output_text', more: { logprobs: [] } };
const refusalEvents = { kind: 'refusal', more: {} };

function part({ refuses }: Reply, text: string): JsonObject {
  if (refuses === true) return { type: 'refusal', refusal: text };
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function finished(response: JsonObject, item: JsonObject, reply: Reply, end: ReplyEnd): JsonObject {
  const { inputTokens } = reply;
  const { cut, outputTokens } = end;
  return {
    ...response,
    status: cut ? 'incomplete' : 'completed',
    incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
    output: [messageItem(item, reply, end)],
    usage: usageOf(inputTokens, outputTokens),
    ...findingsOf(reply),
  };
}

function usageOf(inputTokens: number | undefined, outputTokens: number): JsonObject | null {
  if (inputTokens === undefined) return null;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
