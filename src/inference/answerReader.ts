import { SightlineError } from '../errors.ts';
import type { Answer, AnswerEvent, EndReason } from './answer.ts';
import type { ApiFormat } from './apiFormat.ts';
import { readChatChunk } from './chatEvents.ts';
import type { ChunkMeaning } from './chunkMeaning.ts';
import { plainReason } from './plainReason.ts';
import { StreamFault } from './providerFault.ts';
import { readResponsesEvent } from './responsesEvents.ts';
import { ServerEventDecoder, type ServerEvent } from './serverEvents.ts';

const readers = { responses: readResponsesEvent, 'chat.completions': readChatChunk };

/** Milliseconds in which a server may still close the stream, once it has said that nothing more comes. */
const afterLast = 250;

/** The same, where it has said how the answer ended but may yet send the usage. */
const afterEnd = 5000;

/** The body of an answer from which the first bytes have come. */
export interface OpenedBody {
  first: Uint8Array | undefined;
  rest: ReadableStreamDefaultReader<Uint8Array>;
}

/** Waits for the first bytes of an answer; until then a failure may be repeated. */
export async function openBody(response: Response): Promise<OpenedBody> {
  const rest = (
    response.body ?? new ReadableStream<Uint8Array>({ start: stream => stream.close() })
  ).getReader();
  const { value } = await rest.read();
  return { first: value, rest };
}

/**
 * Reads an answer, streamed or not, into events; the last is `end`. Leaving early closes the connection.
 * @throws {StreamFault} where the provider reports an error, {SightlineError} `noAnswer` where nothing came, and what
 * the connection throws.
 */
export async function* readAnswer(
  api: ApiFormat,
  body: OpenedBody,
  label: string,
): AsyncGenerator<AnswerEvent> {
  const answer: Omit<Answer, 'reason'> = { text: '', reasoning: '', refusal: '' };
  let end: EndReason | undefined;
  let came = false;
  try {
    for await (const event of serverEvents(body, () => end)) {
      if (event === 'last') {
        end ??= 'complete';
        continue;
      }
      const meaning = readers[api](event);
      came = true;
      for (const part of partsOf(meaning, answer)) yield part;
      if (meaning.model) answer.model = meaning.model;
      end = meaning.end ?? end;
    }
  } finally {
    // Not awaited: a connection that hangs must not hold up what came over it. Its error was thrown above.
    body.rest.cancel().catch(() => undefined);
  }
  if (!came && end === undefined)
    throw new SightlineError('noAnswer', `${label} sent no answer.`, {
      hint: 'Ask again, or choose another model.',
    });
  yield { type: 'end', answer: { ...answer, reason: reasonOf(answer, end) } };
}

/** The values of the stream, and `last` where the server says that no more come. */
async function* serverEvents(
  { first, rest }: OpenedBody,
  end: () => EndReason | undefined,
): AsyncGenerator<unknown> {
  const decoder = new ServerEventDecoder();
  let bytes = first;
  let last = false;
  while (bytes) {
    for (const event of decoder.push(bytes)) {
      if (last) continue;
      if (isDone(event)) last = true;
      yield last ? 'last' : valueOf(event);
    }
    bytes = await nextBytes(rest, last ? afterLast : end() === undefined ? undefined : afterEnd);
  }
  for (const event of last ? [] : decoder.end()) yield isDone(event) ? 'last' : valueOf(event);
}

/**
 * The next bytes; `undefined` at the end. Once the answer is known to have ended (`patience` is given) neither a broken
 * nor an idle connection matters any more.
 */
async function nextBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  patience: number | undefined,
): Promise<Uint8Array | undefined> {
  const next = reader.read().then(({ value }) => value);
  if (patience === undefined) return next;
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, patience, undefined);
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

function valueOf(event: ServerEvent): unknown {
  const text = event.kind === 'event' ? event.data : event.text;
  if (event.kind === 'event' && event.name !== 'error' && text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StreamFault(`Not an answer: ${plainReason(text) || 'no text'}`);
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
  return answer.text.trim() === '' ? 'empty' : 'complete';
}
