import { isJsonObject, parseJson } from '../../base/json.ts';
import { SightlineError } from '../../base/errors.ts';
import type { Answer, AnswerEvent, EndReason } from './answer.ts';
import type { ApiFormat } from './apiFormat.ts';
import { AnswerText, type AnswerPart } from './answerText.ts';
import { readChatChunk } from './chatEvents.ts';
import type { ChunkMeaning } from './chunkMeaning.ts';
import { errorInsteadOfAnswer, judgedEnd, readsLikeError, type AskedFor } from './judgedEnd.ts';
import { isPage, plainReason } from '../../base/plainReason.ts';
import { noAnswer, StreamFault } from '../faults/providerFault.ts';
import type { ToolCall } from './question.ts';
import { redactAnswer } from './redactAnswer.ts';
import { ResponsesReader } from './responsesEvents.ts';
import { ServerEventDecoder, type ServerEvent } from './serverEvents.ts';
import { ToolCallReader } from './toolCalls.ts';
import { BrokenAnswer } from '../../base/node/idleTimeout.ts';
import { t } from '../../base/l10n.ts';

type Read = (value: unknown) => ChunkMeaning;

function readerOf(api: ApiFormat): Read {
  if (api === 'chat.completions') return readChatChunk;
  const reader = new ResponsesReader();
  return value => reader.read(value);
}

/** How far an answer is: `ended` where it was said how it ended, `over` where nothing more comes. */
type Phase = 'running' | 'ended' | 'over';

/**
 * Milliseconds for which a server may keep the stream open then: after the ending the usage may still come, after that
 * only the end of the connection.
 */
const patience: Record<Phase, number | undefined> = { running: undefined, ended: 5000, over: 250 };

/** Bytes of an answer on its way: what is longer does not end, and memory is finite. */
const longestBody = 32 * 1024 * 1024;

/** The body of an answer from which the first bytes have come. */
export interface OpenedBody {
  first: Uint8Array | undefined;
  rest: ReadableStreamDefaultReader<Uint8Array>;
}

/** Whose answer it is. */
export interface AnswerSource {
  /** The provider's name, for the person. */
  label: string;
  /** The key that it was asked with: a server that repeats it is not repeated. */
  apiKey?: string | undefined;
  /** What was asked, where the answer is judged by it, too. */
  asked?: AskedFor | undefined;
  /** The ids of the tool calls of the conversation so far: no call of this answer has one of them. */
  callIds?: readonly string[] | undefined;
}

/** Waits for the first bytes of an answer; until then a failure may be repeated. */
export async function openBody(response: Response): Promise<OpenedBody> {
  const body: ReadableStream<Uint8Array> = response.body ?? new ReadableStream({ start: end => end.close() });
  const rest = body.getReader();
  const { value } = await rest.read();
  return { first: value, rest };
}

/**
 * Reads an answer, streamed or not, into events, without the key; the last is `end`. Leaving early closes the connection.
 * @throws {StreamFault} where the provider reports an error, {SightlineError} `noAnswer` where nothing came, and what
 * the connection throws.
 */
export async function* readStreamedAnswer(
  api: ApiFormat,
  body: OpenedBody,
  from: AnswerSource,
): AsyncGenerator<AnswerEvent> {
  yield* redactAnswer(answerEvents(api, body, from), from.apiKey);
}

async function* answerEvents(
  api: ApiFormat,
  body: OpenedBody,
  { label, apiKey, asked, callIds }: AnswerSource,
): AsyncGenerator<AnswerEvent> {
  const answer: Omit<Answer, 'reason'> = { text: '', reasoning: '', refusal: '' };
  const read = readerOf(api);
  const text = new AnswerText();
  const decoder = new ServerEventDecoder();
  let end: EndReason | undefined;
  let phase: Phase | undefined;
  const calls = new ToolCallReader(callIds);
  /** What is called where no tool was offered is the answer's form, as some gateways ask for it, or nothing. */
  const mayCall = asked === undefined || asked.tools !== undefined;
  /** Lines of data that say nothing, as gateways send them to keep a connection open. */
  let unread = '';
  try {
    for await (const event of serverEvents(decoder, body, () => patience[phase ?? 'running'])) {
      if (phase === 'over') continue;
      const meaning = meaningOf(read, event);
      if (typeof meaning === 'string') {
        unread ||= meaning;
        continue;
      }
      yield* take(answer, [
        ...(meaning.reasoning ? [{ type: 'reasoning' as const, text: meaning.reasoning }] : []),
        ...(meaning.text ? text.push(meaning.text) : []),
      ]);
      yield* restOf(meaning, answer);
      const whole = calls.push(meaning.calls ?? []);
      if (mayCall) yield* told(answer, whole);
      if (meaning.model) answer.model = meaning.model;
      if (meaning.findings) answer.findings = meaning.findings;
      end = meaning.end ?? (meaning.last ? (end ?? 'complete') : end);
      if (meaning.last && mayCall) yield* told(answer, calls.end(end));
      phase = meaning.last ? 'over' : end === undefined ? 'running' : 'ended';
    }
    yield* take(answer, text.end());
  } catch (error) {
    yield* take(answer, text.end());
    throw error;
  } finally {
    // Not awaited: a connection that hangs must not hold up what came over it. Its error was thrown above.
    body.rest.cancel().catch(() => undefined);
  }
  if (phase === undefined) throw notAnAnswer(unread || decoder.beginning, label, apiKey);
  if (text.endedInTokens) answer.text = answer.text.trimEnd();
  const rest = calls.end(end);
  if (mayCall) yield* told(answer, rest);
  const form = answer.text === '' && asked?.inForm === true ? formIn(calls.told, asked) : undefined;
  if (form !== undefined) yield* take(answer, [{ type: 'text', text: form }]);
  const reason = judgedEnd(answer, end, asked);
  const error =
    reason === 'complete' &&
    !answer.toolCalls &&
    asked?.images &&
    !asked.inForm &&
    errorInsteadOfAnswer(answer.text);
  if (error) throw new StreamFault(error);
  if (reason === 'complete' && !answer.toolCalls && readsLikeError(answer.text))
    yield { type: 'notice', message: t('The answer of {label} reads like an error message.', { label }) };
  yield { type: 'end', answer: { ...answer, reason } };
}

/** Why what came is no answer. */
function notAnAnswer(said: string, label: string, apiKey: string | undefined): SightlineError {
  const words = plainReason(said, apiKey);
  if (said.trim() === '')
    return new SightlineError('noAnswer', t('{label} sent no answer.', { label }), {
      // The connection was closed before anything was said.
      cause: new BrokenAnswer(undefined),
      hint: t('Ask again, or choose another model.'),
    });
  return new SightlineError(
    'providerFailed',
    isPage(said)
      ? words === ''
        ? t('{label} failed: the server answered with a web page.', { label })
        : t('{label} failed: the server answered with a web page ({words}).', { label, words })
      : t('{label} failed: the server answered with text: “{words}”', { label, words }),
    { hint: t('Check the address, and whether a proxy or a sign-in page answers in its place.') },
  );
}

/** The events of the body, to its end or until the server has been silent for too long. */
async function* serverEvents(
  decoder: ServerEventDecoder,
  { first, rest }: OpenedBody,
  patienceNow: () => number | undefined,
): AsyncGenerator<ServerEvent> {
  let length = 0;
  for (let bytes = first; bytes; bytes = await nextBytes(rest, patienceNow())) {
    length += bytes.byteLength;
    if (length > longestBody)
      throw new SightlineError('incomplete', t('The answer is too long: it was stopped after 32 MB.'), {
        hint: t('Ask again, or choose another model.'),
      });
    yield* decoder.push(bytes);
  }
  yield* decoder.end();
}

/**
 * The next bytes; `undefined` at the end. Where only so many milliseconds are left to it, neither a broken nor a silent
 * connection matters any more: the answer is known.
 */
async function nextBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  milliseconds: number | undefined,
): Promise<Uint8Array | undefined> {
  const next = reader.read().then(({ value }) => value);
  if (milliseconds === undefined) return next;
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([next.catch(() => undefined), enough]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What an event says; its words, where they say nothing. A document that holds nothing of an answer tells of a fault, in
 * whatever shape.
 */
function meaningOf(read: Read, event: ServerEvent): ChunkMeaning | string {
  if (event.kind === 'document') return documentMeaning(read, event.text);
  const data = event.data.trim();
  if (data === '[DONE]') return { last: true };
  const value = parseJson(data);
  if (event.name === 'error') throw new StreamFault(value ?? data);
  if (data === '') return {};
  if (value !== undefined) return read(value);
  // Events without the blank line between them.
  const lines = data.includes('\n') ? data.split('\n').map(line => line.trim()) : [];
  const values = lines.filter(line => line !== '' && line !== '[DONE]').map(parseJson);
  if (values.length > 0 && values.every(one => one !== undefined))
    return { ...together(values.map(read)), ...(lines.includes('[DONE]') ? { last: true } : {}) };
  // A torn piece of an answer, or an error in words: going on would hide that something is missing.
  if (/^[{[]|^error\b/i.test(data)) throw new StreamFault(`${noAnswer}${data.slice(0, longestWords)}`);
  return data.slice(0, longestWords);
}

function documentMeaning(read: Read, text: string): ChunkMeaning | string {
  const value = parseJson(text);
  if (value === undefined) {
    if (!/^\s*[{[]/.test(text)) return text.slice(0, longestWords);
    throw new StreamFault(`${noAnswer}${text.slice(0, longestWords)}`);
  }
  // Google's faults are lists of one.
  const [document] = Array.isArray(value) ? (value as unknown[]) : [value];
  const meaning = read(document);
  const { text: said, refusal, reasoning, calls, end } = meaning;
  if (!said && !refusal && !reasoning && !calls && end === undefined) throw new StreamFault(document);
  return meaning;
}

/** Characters that are kept of what is no answer. */
const longestWords = 100_000;

function together(meanings: readonly ChunkMeaning[]): ChunkMeaning {
  const all: ChunkMeaning = {};
  for (const meaning of meanings) {
    const { text = '', reasoning = '', refusal = '', calls = [] } = all;
    Object.assign(all, meaning, {
      text: text + (meaning.text ?? ''),
      reasoning: reasoning + (meaning.reasoning ?? ''),
      refusal: refusal + (meaning.refusal ?? ''),
      calls: [...calls, ...(meaning.calls ?? [])],
    });
  }
  return all;
}

/** The parts of an answer's text as events, taken up into the answer. */
function* take(answer: Omit<Answer, 'reason'>, parts: readonly AnswerPart[]): Generator<AnswerEvent> {
  for (const part of parts) {
    if (part.type === 'textWasReasoning') {
      answer.reasoning += answer.text;
      answer.text = '';
    } else answer[part.type] += part.text;
    yield part;
  }
}

/** Calls of tools that are whole, likewise. */
function* told(answer: Omit<Answer, 'reason'>, calls: readonly ToolCall[]): Generator<AnswerEvent> {
  for (const call of calls) {
    answer.toolCalls = [...(answer.toolCalls ?? []), call];
    yield { type: 'toolCall', call };
  }
}

/** The answer in its form where a gateway made a tool of the schema: what went to that tool. BerriAI/litellm#34230 */
function formIn([call]: readonly ToolCall[], { tools = [] }: AskedFor): string | undefined {
  if (call === undefined || tools.includes(call.name)) return undefined;
  return isJsonObject(parseJson(call.arguments)) ? call.arguments : undefined;
}

/** What a chunk says beside its text, likewise. */
function* restOf({ refusal, usage }: ChunkMeaning, answer: Omit<Answer, 'reason'>): Generator<AnswerEvent> {
  if (refusal) {
    answer.refusal += refusal;
    yield { type: 'refusal', text: refusal };
  }
  if (usage) {
    answer.usage = usage;
    yield { type: 'usage', usage };
  }
}
