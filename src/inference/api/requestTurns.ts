import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { listOf } from './chunkMeaning.ts';
import type { RequestBody } from './request.ts';

/** The messages of a request of either format. */
function messagesIn({ messages, input }: RequestBody): JsonObject[] {
  return listOf(messages ?? input).filter(isJsonObject);
}

/** Whether a request has instructions of the role `system`. */
export function hasSystemMessage(body: RequestBody): boolean {
  return messagesIn(body).some(({ role }) => role === 'system');
}

/** Whether a person speaks right after the result of a tool. */
export function hasUserAfterTool(body: RequestBody): boolean {
  const messages = messagesIn(body);
  return messages.some(({ role }, at) => {
    const before = messages[at - 1];
    return role === 'user' && (before?.role === 'tool' || before?.type === 'function_call_output');
  });
}

/** Whether the model has called tools before. */
export function hasCalls(body: RequestBody): boolean {
  return messagesIn(body).some(
    ({ tool_calls: calls, type }) => Array.isArray(calls) || type === 'function_call',
  );
}
