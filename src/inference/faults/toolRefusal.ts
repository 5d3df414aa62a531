import type { ProviderFault } from './providerFault.ts';
import { t } from '../../base/l10n.ts';
import { saidBy } from './refusalMeaning.ts';

/**
 * What servers say where a model, or they themselves, cannot call tools. Ollama: "registry.ollama.ai/library/smollm2:135m does
 * not support tools" (FerroxLabs/wayland#389); OpenRouter: "No endpoints found that support tool use" (aaif-goose/goose#1293);
 * OpenAI: "Tools is not supported in this model" (BoltAI/BoltAI#145), "Unrecognized request argument supplied: tools"
 * (MicrosoftDocs/azure-docs#118069); Groq: "`tool calling` is not supported with this model"; Gemini: "Function calling is not
 * enabled for models/gemma-3-27b-it".
 */
const words: readonly string[] = [
  ...[
    'not support tools',
    'not support tool use',
    'not support tool calling',
    'not support the use of tools',
  ],
  ...['not support function', 'that support tool use', 'no endpoints found that support tools'],
  ...[
    'tools is not supported',
    'tools are not supported',
    'tools not supported',
    'tool use is not supported',
  ],
  ...['tool calling is not supported', 'tool calls are not supported', 'function calling is not supported'],
  ...['function calling is not enabled', 'tool calling is not enabled', 'tool use is not enabled'],
  ...[
    'not advertise tools',
    'argument supplied: tools',
    'unknown field tools',
    'unsupported parameter: tools',
  ],
];

/** What they say where they only have to be started otherwise, and how. */
const settings: readonly { words: readonly string[]; hint: () => string }[] = [
  {
    // vLLM, NVIDIA NIM: "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"
    words: ['enable auto tool choice', 'tool call parser'],
    hint: () =>
      t('Start vLLM with its options enable-auto-tool-choice and tool-call-parser, or choose another model.'),
  },
  {
    // llama.cpp: "tools param requires --jinja flag" (defilantech/LLMKube#126)
    words: ['tools param requires', 'requires jinja'],
    hint: () => t('Start llama.cpp with its option jinja, or choose another model.'),
  },
];

/** Whether a server cannot call tools with this model, or not as it was started. */
export function refusesTools(fault: ProviderFault): boolean {
  if (![undefined, 400, 404, 422, 500, 501].includes(fault.status)) return false;
  const stated = saidBy(fault);
  return fault.param === 'tools'
    ? /not (?:supported|permitted|allowed)|unsupported|unknown|unrecognized|extra/.test(stated)
    : [...words, ...settings.flatMap(one => one.words)].some(one => stated.includes(one));
}

/** What helps where tools are refused. */
export function toolHint(fault: ProviderFault): string {
  const stated = saidBy(fault);
  const setting = settings.find(one => one.words.some(word => stated.includes(word)));
  return setting?.hint() ?? t('Choose a model that supports tools.');
}

/**
 * Whether a model takes no system messages, or none in this place. OpenAI: "'messages[0].role' does not support 'system' with
 * this model" (open-webui/open-webui#5683); Gemma's template: "System role not supported" (huggingface/chat-ui#1386), Gemini's
 * word for the same: "Developer instruction is not enabled"; Qwen's: "System message must be at the beginning."
 */
export function refusesSystem(fault: ProviderFault): boolean {
  const stated = saidBy(fault);
  return [
    ...['not support system', 'not support the system', 'not support developer', 'system role not supported'],
    ...[
      'system role is not supported',
      'system messages are not supported',
      'system message is not supported',
    ],
    ...['system messages not supported', 'system prompt is not supported', 'developer instruction is not'],
    ...[
      'system message must be at the beginning',
      'system message must be the first',
      'only one system message',
    ],
    ...['unexpected role system', 'unknown role system', 'unknown role: system', 'invalid role: system'],
    ...['unsupported role: system', 'unsupported role system', 'system instruction is not supported'],
  ].some(said => stated.includes(said));
}

/**
 * Whether a server takes no id as another one made it. Mistral: "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length
 * of 9."; OpenAI: "Invalid 'messages[1].tool_calls[0].id': string too long."; Anthropic: "tool_use.id: String should match pattern".
 */
export function refusesCallId(fault: ProviderFault): boolean {
  const stated = saidBy(fault);
  return (
    /call id\b|tool calls\[\d{1,6}\]\.id|tool use\.id|tool use id\b/.test(stated) &&
    /length|pattern|too long|alphanumeric/.test(stated)
  );
}
