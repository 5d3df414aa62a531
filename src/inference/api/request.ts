import type { ApiFormat } from './apiFormat.ts';
import type { NativeInput } from './input.ts';

/** The body of a request, ready to become JSON. */
export type RequestBody = Record<string, unknown>;

/** Where each format is posted to, below the base address. */
export const apiPaths = { responses: '/responses', 'chat.completions': '/chat/completions' } as const;

/**
 * The body of a request: the model, the constructor's defaults, the call's arguments, later ones winning; then the
 * input, where it is not absent. A text becomes one user message for `chat.completions`.
 */
export function buildRequest(
  api: ApiFormat,
  parts: { model: string; defaults?: RequestBody; args?: RequestBody | null | undefined; input: NativeInput },
): RequestBody {
  const body: RequestBody = { model: parts.model, ...parts.defaults, ...parts.args };
  if (parts.input == null) return body;
  if (api === 'responses') body.input = parts.input;
  else
    body.messages = typeof parts.input === 'string' ? [{ role: 'user', content: parts.input }] : parts.input;
  return body;
}
