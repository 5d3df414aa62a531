import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { missingParameter } from './apiFault.ts';
import { readAsked, type Asked } from './asked.ts';
import { findingsOf, type Reply, type ReplyEnd } from './reply.ts';

/** Reads a request to `/chat/completions`. */
export function readChat(body: JsonObject): Asked {
  if (!Array.isArray(body.messages) || body.messages.length === 0) throw missingParameter('messages');
  const format = isJsonObject(body.response_format) ? body.response_format.json_schema : undefined;
  return readAsked(body, body.messages, {
    maxTokens: body.max_completion_tokens ?? body.max_tokens,
    form: isJsonObject(format) ? format.schema : undefined,
  });
}

/** The whole answer as one `chat.completion`. */
export function chatCompletion(reply: Reply, end: ReplyEnd): JsonObject {
  return {
    ...head(reply, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          refusal: null,
          ...messageOf(reply, end.text),
          annotations: [],
        },
        logprobs: null,
        finish_reason: finishReason(end),
      },
    ],
    usage: usageOf(reply, end),
    ...findingsOf(reply),
  };
}

/** The answer as the frames of a stream of `chat.completion.chunk`s. */
export async function* chatFrames(reply: Reply, body: JsonObject): AsyncGenerator<string, void> {
  const withUsage = isJsonObject(body.stream_options) && body.stream_options.include_usage === true;
  const base = { ...head(reply, 'chat.completion.chunk'), ...(withUsage ? { usage: null } : {}) };
  const chunk = (delta: JsonObject, finish_reason: string | null = null, more: JsonObject = {}): string =>
    frame({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }], ...more });

  yield chunk({ role: 'assistant', content: '', refusal: null });
  let step = await reply.pieces.next();
  for (; !step.done; step = await reply.pieces.next()) yield chunk(messageOf(reply, step.value));
  // They go along with the last chunk.
  const findings = findingsOf(reply);
  yield chunk({}, finishReason(step.value), withUsage ? {} : findings);
  if (withUsage) yield frame({ ...base, choices: [], usage: usageOf(reply, step.value), ...findings });
  yield 'data: [DONE]\n\n';
}

function messageOf({ refuses }: Reply, text: string): JsonObject {
  return refuses === true ? { refusal: text } : { content: text };
}

function head({ createdAt, model }: Reply, object: string): JsonObject {
  return {
    id: `chatcmpl-${randomUUID().replaceAll('-', '')}`,
    object,
    created: createdAt,
    model,
    system_fingerprint: null,
    service_tier: 'default',
  };
}

function finishReason({ cut }: ReplyEnd): string {
  return cut ? 'length' : 'stop';
}

function usageOf({ inputTokens }: Reply, { outputTokens }: ReplyEnd): JsonObject | null {
  if (inputTokens === undefined) return null;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function frame(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
