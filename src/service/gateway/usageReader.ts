import { JsonMembers } from '../../base/node/jsonMembers.ts';
import { WholeLines } from '../../base/wholeLines.ts';

/** Tokens as a provider counted them. */
export interface TokenCount {
  inputTokens: number;
  outputTokens: number;
}

/** Reads the token counts out of an answer that passes by. */
export interface UsageReader {
  /** The next piece of the answer. */
  push: (chunk: Uint8Array) => void;
  /** The last counts seen; zero where the provider told none. */
  count: () => TokenCount;
}

const none: TokenCount = { inputTokens: 0, outputTokens: 0 };

/** Characters of one event that are looked through at most; of a longer one nothing is counted. */
const longestLine = 256 * 1024;
/** Bytes of the member `usage` of an answer. */
const longestUsage = 64 * 1024;

/** Reads a stream of server-sent events. Only events that speak of usage are parsed. */
export function readStreamUsage(): UsageReader {
  const decoder = new TextDecoder();
  const lines = new WholeLines();
  let givenUp = false;
  let count = none;
  return {
    push: chunk => {
      const whole = lines
        .push(decoder.decode(chunk, { stream: true }))
        .split('\n')
        .slice(0, -1);
      // The rest of a line whose beginning was given up.
      if (givenUp && whole.shift() !== undefined) givenUp = false;
      for (const line of whole)
        if (line.length <= longestLine && line.startsWith('data:') && line.includes('"usage"'))
          count = usageInBody(line.slice(5)) ?? count;
      if (lines.pending <= longestLine) return;
      lines.rest();
      givenUp = true;
    },
    count: () => count,
  };
}

/** Reads an answer in one piece, of whatever length, without parsing it. */
export function readWholeUsage(): UsageReader {
  const members = new JsonMembers({ wanted: { usage: longestUsage } });
  let broken = false;
  const tried = <T>(work: () => T): T | undefined => {
    try {
      return broken ? undefined : work();
    } catch {
      broken = true; // Not ours to complain about: the client reads it too.
      return undefined;
    }
  };
  return {
    push: chunk => void tried(() => members.push(chunk)),
    count: () => {
      const usage = tried(() => members.end().get('usage')?.text);
      return (usage === undefined ? undefined : usageInBody(`{"usage":${usage}}`)) ?? none;
    },
  };
}

/** The token counts in an answer of either API format, or in an event of its stream. */
export function usageInBody(json: string): TokenCount | undefined {
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
