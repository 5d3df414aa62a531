/** Tokens as a provider counted them. */
export interface TokenCount {
  inputTokens: number;
  outputTokens: number;
}

/** Reads the token counts out of an answer that passes by. */
export interface UsageReader {
  /** The next piece of a stream of server-sent events. */
  push: (chunk: Uint8Array) => void;
  /** The last counts seen; zero where the provider told none. */
  count: () => TokenCount;
}

/** Characters of one event that are looked through at most; an event with the whole answer in it can be long. */
const longestLine = 4 * 1024 * 1024;

/** Reads a stream. Only events that speak of usage are parsed. */
export function readStreamUsage(): UsageReader {
  const decoder = new TextDecoder();
  let rest = '';
  let count: TokenCount = { inputTokens: 0, outputTokens: 0 };
  return {
    push: chunk => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) rest = '';
      for (const line of lines)
        if (line.startsWith('data:') && line.includes('"usage"')) count = usageOf(line.slice(5)) ?? count;
    },
    count: () => count,
  };
}

/** The token counts in an answer of either API format, or in an event of its stream. */
export function usageOf(json: string): TokenCount | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined; // Not ours to complain about: the client reads it too.
  }
  const usage = member(value, 'usage') ?? member(member(value, 'response'), 'usage');
  if (usage == null) return undefined;
  return {
    inputTokens: tokens(usage, 'input_tokens') ?? tokens(usage, 'prompt_tokens') ?? 0,
    outputTokens: tokens(usage, 'output_tokens') ?? tokens(usage, 'completion_tokens') ?? 0,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function tokens(usage: unknown, name: string): number | undefined {
  const value = member(usage, name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
