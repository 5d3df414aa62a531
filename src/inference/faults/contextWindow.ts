import type { SightlineError } from '../../base/errors.ts';
import { causes } from '../../base/connectionFault.ts';
import { KnownFault } from './providerFault.ts';

/** Characters of a message that are looked at. */
const mostLookedAt = 4000;

/** Tokens that a window may have: below and above these a number is something else. */
const [smallest, largest] = [128, 100_000_000];

/** Between the words and the number there may be so many characters of the same sentence. */
const near = '[^\\d.;>]{0,40}?';

/**
 * How servers tell the window, the surest first. llama.cpp: "the request exceeds the available context size (4096 tokens)",
 * `"n_ctx":8192`; LM Studio: "n_keep: 13055>= n_ctx: 4096", "loaded with context length of only 7866 tokens"; Anthropic: "prompt
 * is too long: 208310 tokens > 200000 maximum", "exceed context limit: 190000 + 20000 > 200000"; Gemini: "exceeds the maximum
 * number of tokens allowed (1048576)"; OpenAI, vLLM, OpenRouter: "maximum context length is 8192 tokens"; xAI: "maximum prompt
 * length is 131072"; Mistral: "too large for model with 32768 maximum context length"; Moonshot: "exceeded model token limit:
 * 8192"; DashScope: "Range of input length should be [1, 30720]"; Copilot: "prompt token count of 138392 exceeds the limit of
 * 128000"; TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096".
 */
const patterns: readonly RegExp[] = [
  /n_ctx"?\)? ?[:=(] ?(\d+)/,
  /(?:prompt is too long|context limit)[^>]{0,80}> ?(\d+)/,
  /(?<!\d)(\d{3,9}) (?:tokens? )?maximum context/,
  /tokens allowed ?\(?(\d+)/,
  /input length should be \[\d{1,4}, ?(\d+)/,
  /must be <= ?(\d+)/,
  /tokens? count[^.;]{0,60}limit of (\d+)/,
  new RegExp(`maximum (?:context|prompt|input|sequence)(?: length| window| size)?${near}(\\d+)`),
  new RegExp(`context (?:length|window|size)${near}(\\d+)`),
  new RegExp(`(?:model|context) token limit${near}(\\d+)`),
];

/** The context window in tokens that a server's refusal tells, where it tells one. */
export function contextWindowIn(message: string): number | undefined {
  const plain = message
    .slice(0, mostLookedAt)
    .toLowerCase()
    // Thousands: 128,000.
    .replaceAll(/(?<=\d)[,_](?=\d{3})/g, '')
    .replaceAll(/\s+/g, ' ');
  if (!/context|token|prompt|n_ctx|input/.test(plain)) return undefined;
  for (const pattern of patterns) {
    const tokens = Number(pattern.exec(plain)?.[1] ?? Number.NaN);
    if (tokens >= smallest && tokens <= largest) return tokens;
  }
  return undefined;
}

/** The same of an error for the person, whose message may be cut. */
export function contextWindowOf(error: SightlineError): number | undefined {
  for (const cause of causes(error)) {
    const window = contextWindowIn(cause instanceof KnownFault ? cause.fault.reason : '');
    if (window !== undefined) return window;
  }
  return contextWindowIn(error.message);
}
