import { parseJson } from '../../base/json.ts';
import type { TokenCount } from '../money/tokenCount.ts';
import { JsonMembers } from '../../base/node/jsonMembers.ts';

/** Reads the token counts out of an answer that passes by. */
export interface UsageReader {
  /** The next piece of the answer. */
  push: (chunk: Uint8Array) => void;
  /** The last counts seen; zero where the provider told none. */
  count: () => TokenCount;
}

const none: TokenCount = { inputTokens: 0, outputTokens: 0 };

/** Bytes of one event that are looked through at most; of a longer one nothing is counted. */
const longestLine = 256 * 1024;
/** Bytes of the member `usage` of an answer. */
const longestUsage = 64 * 1024;
const lineFeed = 0x0a;

/** Reads a stream of server-sent events. Only events that speak of usage are decoded and parsed. */
export function readStreamUsage(): UsageReader {
  /** The line that has not ended yet; copies, since a piece belongs to who pushed it. */
  let pieces: Buffer[] = [];
  let pending = 0;
  let givenUp = false;
  let count = none;
  const keep = (bytes: Buffer) => {
    pending += bytes.length;
    givenUp ||= pending > longestLine;
    if (givenUp) [pieces, pending] = [[], 0];
    else if (bytes.length > 0) pieces.push(Buffer.from(bytes));
  };
  const look = (whole: Buffer) => {
    // Nearly all bytes end here: they are searched as they are, and no text is made of them.
    if (!whole.includes('"usage"')) return;
    for (const line of whole.toString('utf8').split('\n'))
      if (line.length <= longestLine && line.startsWith('data:') && line.includes('"usage"'))
        count = usageInBody(line.slice(5)) ?? count;
  };
  return {
    push: chunk => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const first = bytes.indexOf(lineFeed) + 1;
      if (first === 0) return keep(bytes);
      const last = bytes.lastIndexOf(lineFeed) + 1;
      // Of a line whose beginning was given up, the rest is passed over.
      if (!givenUp) look(Buffer.concat([...pieces, bytes.subarray(0, first)]));
      look(bytes.subarray(first, last));
      [pieces, pending, givenUp] = [[], 0, false];
      keep(bytes.subarray(last));
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
    push: chunk => {
      tried(() => members.push(chunk));
    },
    count: () => {
      const usage = tried(() => members.end().get('usage')?.text);
      return (usage === undefined ? undefined : usageInBody(`{"usage":${usage}}`)) ?? none;
    },
  };
}

/** The token counts in an answer of either API format, or in an event of its stream. */
export function usageInBody(json: string): TokenCount | undefined {
  const value = parseJson(json);
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
