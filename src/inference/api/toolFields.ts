import type { ApiFormat } from './apiFormat.ts';
import type { Question, Tool } from './question.ts';
import type { Adaptation } from './recoveries.ts';
import type { RequestBody } from './request.ts';

/** The fields of a request that offer tools. Whether several may be called at once is left to the server. */
export function toolFields(
  api: ApiFormat,
  { tools = [], toolChoice }: Pick<Question, 'tools' | 'toolChoice'>,
  adaptations: ReadonlySet<Adaptation>,
): RequestBody {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(tool => toolIn(api, tool)),
    ...(toolChoice === 'required' && !adaptations.has('noToolChoice') ? { tool_choice: 'required' } : {}),
  };
}

/** Parameters are sent also where there are none: llama.cpp and Anthropic want an object, OpenAI its properties. */
function toolIn(api: ApiFormat, { name, description, parameters }: Tool): RequestBody {
  const described = { name, description, parameters: { type: 'object', properties: {}, ...parameters } };
  return api === 'responses'
    ? // Absent, `strict` means that every argument is required.
      { type: 'function', ...described, strict: false }
    : { type: 'function', function: described };
}
