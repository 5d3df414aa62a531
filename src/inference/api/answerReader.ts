import { SightlineError } from '../../base/errors.ts';
import { isBlank } from '../../base/isBlank.ts';
import type { Answer, AnswerEvent, EndReason } from './answer.ts';
import type { ApiFormat } from './apiFormat.ts';
import { readChatChunk } from './chatEvents.ts';
import type { ChunkMeaning } from './chunkMeaning.ts';
import { plainReason } from '../../base/plainReason.ts';
import { StreamFault } from '../faults/providerFault.ts';
import { redactAnswer } from './redactAnswer.ts';
import { readResponsesEvent } from './responsesEvents.ts';
import { ServerEventDecoder, type ServerEvent } from './serverEvents.ts';
import { BrokenAnswer } from '../../base/node/idleTimeout.ts';

const readers = { responses: readResponsesEvent, 'chat.completions': readChatChunk };

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
  { label, apiKey }: AnswerSource,
): AsyncGenerator<AnswerEvent> {
  const answer: Omit<Answer, 'reason'> = { text: '', reasoning: '', refusal: '' };
  let end: EndReason | undefined;
  let phase: Phase | undefined;
  try {
    for await (const event of serverEvents(body, () => patience[phase ?? 'running'])) {
      if (phase === 'over') continue;
      const meaning: ChunkMeaning = isDone(event)
        ? { end: end ?? 'complete', last: true }
        : meaningOf(api, event, apiKey);
      yield* partsOf(meaning, answer);
      if (meaning.model) answer.model = meaning.model;
      end = meaning.end ?? end;
      phase = meaning.last ? 'over' : end === undefined ? 'running' : 'ended';
    }
  } finally {
    // Not awaited: a connection that hangs must not hold up what came over it. Its error was thrown above.
    body.rest.cancel().catch(() => undefined);
  }
  if (phase === undefined)
    throw new SightlineError('noAnswer', `${label} sent no answer.`, {
      // The connection was closed before anything was said.
      cause: new BrokenAnswer(undefined),
      hint: 'Ask again, or choose another model.',
    });
  const reason = reasonOf(answer, end);
  if (reason === 'complete' && isFault(answer.text))
    yield { type: 'notice', message: `The answer of ${label} reads like an error message.` };
  yield { type: 'end', answer: { ...answer, reason } };
}

/** The events of the body, to its end or until the server has been silent for too long. */
async function* serverEvents(
  { first, rest }: OpenedBody,
  patienceNow: () => number | undefined,
): AsyncGenerator<ServerEvent> {
  const decoder = new ServerEventDecoder();
  let length = 0;
  for (let bytes = first; bytes; bytes = await nextBytes(rest, patienceNow())) {
    length += bytes.byteLength;
    if (length > longestBody)
      throw new SightlineError('incomplete', 'The answer does not end: it was broken off after 32 MB.', {
        hint: 'Ask again, or choose another model.',
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

function isDone(event: ServerEvent): boolean {
  return event.kind === 'event' && event.data.trim() === '[DONE]';
}

/** What an event says. A document that holds nothing of an answer tells of a fault, in whatever shape. */
function meaningOf(api: ApiFormat, event: ServerEvent, apiKey: string | undefined): ChunkMeaning {
  const value = valueOf(event, apiKey);
  if (event.kind === 'event') return readers[api](value);
  // Google's faults are lists of one.
  const [document] = Array.isArray(value) ? (value as unknown[]) : [value];
  const meaning = readers[api](document);
  const { text, refusal, reasoning, end } = meaning;
  if (!text && !refusal && !reasoning && end === undefined) throw new StreamFault(document);
  return meaning;
}

function valueOf(event: ServerEvent, apiKey: string | undefined): unknown {
  const text = event.kind === 'event' ? event.data : event.text;
  if (event.kind === 'event' && event.name !== 'error' && text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StreamFault(`Not an answer: ${plainReason(text, apiKey) || 'no text'}`);
  }
  if (event.kind === 'event' && event.name === 'error') throw new StreamFault(value);
  return value;
}

/** The parts of a chunk as events, taken up into the answer. */
function* partsOf(meaning: ChunkMeaning, answer: Omit<Answer, 'reason'>): Generator<AnswerEvent> {
  const text = meaning.text || (answer.text === '' && meaning.wholeText) || '';
  const refusal = meaning.refusal || (answer.refusal === '' && meaning.wholeRefusal) || '';
  if (meaning.reasoning) {
    answer.reasoning += meaning.reasoning;
    yield { type: 'reasoning', text: meaning.reasoning };
  }
  if (text) {
    answer.text += text;
    yield { type: 'text', text };
  }
  if (refusal) {
    answer.refusal += refusal;
    yield { type: 'refusal', text: refusal };
  }
  if (meaning.usage) {
    answer.usage = meaning.usage;
    yield { type: 'usage', usage: meaning.usage };
  }
}

/** Only an answer with text that was said to be whole is complete. */
function reasonOf(answer: Omit<Answer, 'reason'>, end: EndReason | undefined): EndReason {
  if (end === undefined) return 'cut';
  if (end !== 'complete') return end;
  if (answer.refusal !== '') return 'refused';
  return isBlank(answer.text) ? 'empty' : 'complete';
}

/** Whether a whole answer is what a server says of an error: an object of JSON that holds it, or `Error: 500 …`. */
function isFault(text: string): boolean {
  const words = text.trim();
  if (/^error(?: code)?:? \d{3}\b/i.test(words)) return true;
  if (words.length > longestFault || !words.startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(words);
    return typeof value === 'object' && value !== null && 'error' in value && Object.keys(value).length === 1;
  } catch {
    return false; // No JSON, so no object of an error.
  }
}

/** Characters of an error that a server takes for an answer. */
const longestFault = 10_000;
