import { isJsonObject, parseJson } from '../../base/json.ts';
import type { Answer, EndReason } from './answer.ts';
import { refusesInText, saysThatNoImageCame } from './refusalWords.ts';
import { isBlank } from '../../base/isBlank.ts';

/** What of a question an answer to it is judged by. */
export interface AskedFor {
  /** Images went along: an answer that is about having none, or refuses in plain words, is none. */
  images: boolean;
  /** The answer must have a form, which shows by itself whether it is what was asked for. */
  inForm: boolean;
  /** The names of the tools that were offered; absent: none was. */
  tools?: readonly string[] | undefined;
}

/** Longest answer that may say nothing, or be an error; characters. */
const longestEmpty = 10_000;

/** How an answer ended: only one that was said to be whole, and says something about what was asked, is complete. */
export function judgedEnd(
  { text, refusal, toolCalls = [] }: Omit<Answer, 'reason'>,
  end: EndReason | undefined,
  asked: AskedFor | undefined,
): EndReason {
  if (end === undefined) return 'cut';
  if (end !== 'complete') return end;
  // What goes with calls of tools is no answer yet.
  if (toolCalls.length > 0) return 'complete';
  if (refusal !== '') return 'refused';
  if (saysNothing(text)) return 'empty';
  if (asked?.images !== true) return 'complete';
  if (asked.inForm) return !text.includes('{') && saysThatNoImageCame(text) ? 'noImage' : 'complete';
  if (saysThatNoImageCame(text)) return 'noImage';
  return refusesInText(text) ? 'refused' : 'complete';
}

/** Whether a text is empty in disguise: invisible characters, code fences with nothing in them, `null`. */
export function saysNothing(text: string): boolean {
  if (text.length > longestEmpty || isBlank(text)) return isBlank(text);
  const trimmed = text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !/^(?:```|~~~)[\w-]*(?:```|~~~)?$/.test(line))
    .join('\n');
  return ['', 'null', 'undefined', '""', "''", '``'].includes(trimmed);
}

/** Members of an error as servers send it. */
const errorMembers = [
  'error',
  'errors',
  'code',
  'status',
  'statusCode',
  'status_code',
  'message',
  'type',
].concat([
  ...['detail', 'details', 'success', 'request_id', 'requestId', 'user_id', 'timestamp', 'path', 'object'],
]);

/** The error that is the whole of an answer: a gateway's, passed on as if a model had written it. */
export function errorInsteadOfAnswer(text: string): unknown {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || trimmed.length > longestEmpty) return undefined;
  const value = parseJson(trimmed);
  if (!isJsonObject(value) || !value.error) return undefined;
  return Object.keys(value).every(name => errorMembers.includes(name)) ? value : undefined;
}

/** Whether a whole answer may be what a server says of an error: an object of JSON that holds it, or `Error: 500 …`. */
export function readsLikeError(text: string): boolean {
  return (
    /^\s*error(?: code)?:? \d{3}\b/i.test(text.slice(0, 1000)) || errorInsteadOfAnswer(text) !== undefined
  );
}
