import { isJsonObject, parseJson } from '../../base/json.ts';
import { adaptedTurns } from './adaptedTurns.ts';
import type { ApiFormat } from './apiFormat.ts';
import { defaultPrompt, imageMessage } from './input.ts';
import type { ToolCall } from './question.ts';
import type { Adaptation } from './recoveries.ts';
import type { RequestBody } from './request.ts';
import type { PlainTurn } from './turnImages.ts';

/** What a tool gave back that gave nothing: several servers refuse an empty text. */
const nothing = 'The tool returned nothing.';

/**
 * A conversation as the messages of either format; the model's own turns go back as plain text. System turns stay in
 * their places, as messages in both formats: `instructions` of `responses` is one text for all of them, which xAI does
 * not take, while every server reads a message of the role `system`.
 */
export function conversationInput(
  api: ApiFormat,
  given: readonly PlainTurn[],
  adaptations: ReadonlySet<Adaptation>,
): RequestBody[] {
  const all: RequestBody[] = [];
  const turns = adaptedTurns(given, adaptations);
  for (const [at, turn] of turns.entries()) {
    const messages = messagesOf(api, turn).map(message => withMarks(api, message, turn, adaptations));
    const before = all.at(-1);
    // What goes with the images of results is one message: some templates take no two of a person in a row.
    if (turns[at - 1]?.isOfResult === true && turn.role === 'user' && before !== undefined)
      before.content = [...partsOf(api, before), ...messages.flatMap(message => partsOf(api, message))];
    else all.push(...messages);
  }
  return all;
}

function messagesOf(api: ApiFormat, turn: PlainTurn): RequestBody[] {
  const { role, text, images, toolCalls = [] } = turn;
  if (role === 'tool') return [resultIn(api, turn)];
  if (role === 'user' && images.length > 0) return [imageMessage(api, text || defaultPrompt, images)];
  if (toolCalls.length === 0) return [{ role, content: text }];
  if (api === 'chat.completions')
    // Not an empty text, which Bedrock refuses (vercel/ai#13466) and which changes how Qwen answers (ollama/ollama#14181).
    return [{ role, content: text === '' ? null : text, tool_calls: toolCalls.map(chatCall) }];
  const said = text === '' ? [] : [{ role, content: text }];
  return [
    ...said,
    ...toolCalls.map(call => ({
      type: 'function_call',
      call_id: call.id,
      name: call.name,
      arguments: readableArguments(call),
    })),
  ];
}

/** A message of the model with what some servers want in it beside its words. */
function withMarks(
  api: ApiFormat,
  message: RequestBody,
  { role, reasoning }: PlainTurn,
  adaptations: ReadonlySet<Adaptation>,
): RequestBody {
  if (api === 'responses' || role !== 'assistant') return message;
  const signed = adaptations.has('unsignedCalls') && Array.isArray(message.tool_calls);
  return {
    ...message,
    // Kimi takes no empty text.
    ...(adaptations.has('thoughtsBack') ? { reasoning_content: reasoning || ' ' } : {}),
    ...(signed
      ? { tool_calls: (message.tool_calls as RequestBody[]).map(call => ({ ...call, ...unsigned })) }
      : {}),
  };
}

/** Google's own word for calls of which the signature is not known. */
const unsigned = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

function chatCall(call: ToolCall): RequestBody {
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: readableArguments(call) },
  };
}

/** Servers read the arguments of earlier calls, and fail where they are no object of JSON. */
function readableArguments({ arguments: given }: ToolCall): string {
  if (given.trim() === '') return '{}';
  return isJsonObject(parseJson(given)) ? given : JSON.stringify({ arguments: given });
}

function resultIn(api: ApiFormat, { callId = '', text }: PlainTurn): RequestBody {
  const given = text === '' ? nothing : text;
  return api === 'responses'
    ? { type: 'function_call_output', call_id: callId, output: given }
    : { role: 'tool', tool_call_id: callId, content: given };
}

/** The content of a person's message as a list. */
function partsOf(api: ApiFormat, { content }: RequestBody): unknown[] {
  if (Array.isArray(content)) return content;
  return [{ type: api === 'responses' ? 'input_text' : 'text', text: content }];
}
