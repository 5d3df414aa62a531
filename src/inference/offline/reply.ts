import type { JsonObject } from '../../base/json.ts';
import type { Findings } from '../../recognition/findings.ts';
import { cutToTokens, textTokens } from './tokens.ts';

/** An answer on its way, whatever the format it goes out in. */
export interface Reply {
  /** Seconds since the epoch. */
  createdAt: number;
  model: string;
  /** Estimated; `undefined`: tokens are not counted. */
  inputTokens: number | undefined;
  /** What was found in each picture, once the pieces have ended; `null` where nothing looked at it. */
  findings: readonly (Findings | null)[];
  /** The text says why there is no answer. */
  refuses?: boolean;
  /** The text, a few words at a time. Returns what was said and whether it was cut to the wanted length. */
  pieces: AsyncGenerator<string, ReplyEnd>;
}

/** How a reply ended. */
export interface ReplyEnd {
  text: string;
  cut: boolean;
  outputTokens: number;
}

/** What was found, as a member of an answer's JSON; none where there were no pictures. */
export function findingsOf({ findings }: Reply): JsonObject {
  return findings.length === 0 ? {} : { sightline_findings: findings };
}

/** Pieces of which the first was asked for already: what is wrong with a question is known by then. */
export async function* continued(
  first: IteratorResult<string, ReplyEnd>,
  rest: AsyncGenerator<string, ReplyEnd>,
): AsyncGenerator<string, ReplyEnd> {
  let step = first;
  for (; !step.done; step = await rest.next()) yield step.value;
  return step.value;
}

/** Words that go out together. */
const wordsAPiece = 3;

/** Breaks text into small pieces as it comes, and off where it reaches `maxTokens`. */
export async function* inPieces(
  texts: AsyncIterable<string> | Iterable<string>,
  maxTokens = Infinity,
): AsyncGenerator<string, ReplyEnd> {
  let written = '';
  for await (const text of texts) {
    const whole = written + text;
    const kept = cutToTokens(whole, maxTokens);
    const rest = kept.slice(written.length);
    const words = rest.match(/\s+\S*|\S+/g) ?? [];
    for (let at = 0; at < words.length; at += wordsAPiece) yield words.slice(at, at + wordsAPiece).join('');
    if (kept !== whole) return { text: kept, cut: true, outputTokens: textTokens(kept) };
    written = whole;
  }
  return { text: written, cut: false, outputTokens: textTokens(written) };
}
