import { describe, expect, test } from 'vitest';
import { LLM } from '../../../src/inference/wrapper/llm.ts';
import { SightlineError } from '../../../src/base/errors.ts';
import type { ApiFormat } from '../../../src/inference/api/apiFormat.ts';
import type { AnswerEvent } from '../../../src/inference/api/answer.ts';
import { collect } from '../../support/provider/collect.ts';
import {
  chatChunk,
  chatStream,
  data,
  eventStream,
  responsesStream,
  testUsage,
  wholeCompletion,
  wholeResponse,
  type Step,
} from '../../support/testProvider.ts';
import { askIt, destination, formats, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

/** One piece of text in the stream of either format. */
function part(api: ApiFormat, text: string): string {
  return data(
    api === 'responses' ? { type: 'response.output_text.delta', delta: text } : chatChunk({ content: text }),
  );
}

function whole(api: ApiFormat, ...parts: string[]): Step[] {
  return api === 'responses' ? responsesStream(parts) : chatStream(parts);
}

const comment = ': OPENROUTER PROCESSING\n\n';

describe.each(formats)('%s', api => {
  const answerTo = async (...steps: Step[]) => {
    provider.script(eventStream(...steps));
    return askIt(destination(provider.url, api));
  };

  test('text, usage and end come as they are', async () => {
    const { events, answer } = await answerTo(...whole(api, 'Hel', 'lo'));
    const usage = testUsage;
    expect(events).toEqual<AnswerEvent[]>([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'usage', usage },
      {
        type: 'end',
        answer: { text: 'Hello', reasoning: '', refusal: '', usage, reason: 'complete', model: 'test-model' },
      },
    ]);
    expect(answer?.reason).toBe('complete');
  });

  test('STREAM-1: keep-alive comments are ignored wherever they come', async () => {
    const twenty = comment.repeat(20);
    const { text, answer } = await answerTo(
      twenty,
      part(api, 'A'),
      twenty,
      part(api, 'B'),
      data('[DONE]'),
      twenty,
    );
    expect(text).toBe('AB');
    expect(answer?.reason).toBe('complete');
  });

  test('STREAM-1: comments alone are no answer', async () => {
    const { answer, error } = await answerTo(comment.repeat(20));
    expect(answer).toBeUndefined();
    expect(error).toMatchObject({
      code: 'noAnswer',
      message: expect.stringContaining('no answer') as string,
    });
    expect(provider.requests).toHaveLength(1);
  });

  test.each([
    [{ error: { message: 'Provider overloaded', code: 502 } }, 'Provider overloaded', 502],
    [{ id: 'x', choices: [], error: { message: 'limit' } }, 'limit', undefined],
    [{ error: 'overloaded' }, 'overloaded', undefined],
  ])('STREAM-2: %j keeps the text, fails the answer and gives the reason', async (chunk, reason, status) => {
    const { text, answer, error } = await answerTo(part(api, 'A'), data(chunk));
    expect(text).toBe('A');
    expect(answer).toBeUndefined();
    expect(error).toBeInstanceOf(SightlineError);
    expect(error).toMatchObject({
      code: 'providerFailed',
      status,
      message: expect.stringContaining(reason) as string,
    });
    expect(provider.requests).toHaveLength(1);
  });

  test('STREAM-2: an event named error fails the answer', async () => {
    const { error } = await answerTo(part(api, 'A'), `event: error\n${data({ message: 'out of memory' })}`);
    expect(error).toMatchObject({
      code: 'providerFailed',
      message: expect.stringContaining('out of memory') as string,
    });
  });

  test('STREAM-3 (a): a clean close without any ending is a cut answer', async () => {
    const { text, answer } = await answerTo(part(api, 'A'), part(api, 'B'));
    expect(text).toBe('AB');
    expect(answer).toMatchObject({ text: 'AB', reason: 'cut' });
  });

  test('STREAM-3 (b): [DONE] alone is an ending', async () => {
    const { answer } = await answerTo(part(api, 'A'), data('[DONE]'));
    expect(answer).toMatchObject({ text: 'A', reason: 'complete' });
  });

  test('STREAM-3 (b): a last line without its blank line counts', async () => {
    const { answer } = await answerTo(part(api, 'A'), 'data: [DONE]');
    expect(answer).toMatchObject({ text: 'A', reason: 'complete' });
  });

  test('STREAM-3 (c): an ending without [DONE] is complete, even if the socket breaks after it', async () => {
    const steps = whole(api, 'A').filter(step => step !== data('[DONE]'));
    expect((await answerTo(...steps)).answer).toMatchObject({ text: 'A', reason: 'complete' });
    expect((await answerTo(...steps, { cut: true })).answer).toMatchObject({ text: 'A', reason: 'complete' });
  });

  test('STREAM-3 (c): a server that ends but never closes does not hold the answer up', async () => {
    const { answer } = await answerTo(...whole(api, 'A'), { hang: true });
    expect(answer).toMatchObject({ text: 'A', reason: 'complete' });
    expect(await provider.requests[0]?.closedEarly).toBe(true);
  });

  test('STREAM-3 (d): a destroyed socket keeps the text and fails in plain words', async () => {
    const { text, answer, error } = await answerTo(part(api, 'A'), { pauseMs: 20 }, { cut: true });
    expect(text).toBe('A');
    expect(answer).toBeUndefined();
    expect(error).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('was lost') as string,
    });
    expect(provider.requests).toHaveLength(1);
  });

  test.each(['\n', '\r\n'])('STREAM-5: text arrives intact byte by byte, line ends %j', async lineEnd => {
    const original = '日本🙂é';
    const steps = whole(api, ...Array.from(original), original).map(step =>
      (step as string).replaceAll('\n', lineEnd),
    );
    provider.script({ ...eventStream(...steps), byteByByte: true });
    const { text, answer } = await askIt(destination(provider.url, api));
    expect(text).toBe(original + original);
    expect(answer?.reason).toBe('complete');
  });

  test('a server that does not stream is read as well, whatever it calls its content', async () => {
    const body = api === 'responses' ? wholeResponse('Hello') : wholeCompletion('Hello');
    for (const type of ['application/json', 'text/event-stream', 'text/plain']) {
      provider.script({ headers: { 'content-type': type }, body: JSON.stringify(body, undefined, 2) });
      const { events, answer } = await askIt(destination(provider.url, api));
      expect(answer).toMatchObject({ text: 'Hello', reason: 'complete', usage: testUsage });
      expect(events.map(({ type: kind }) => kind)).toEqual(['text', 'usage', 'end']);
    }
  });

  test('a web page instead of an answer fails with its title', async () => {
    provider.script({
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Sign in</title><p>Please',
    });
    const { error } = await askIt(destination(provider.url, api));
    expect(error).toMatchObject({
      code: 'providerFailed',
      message: expect.stringContaining('the server answered with a web page (Sign in)') as string,
    });
  });

  test('an answer without text is empty, not complete', async () => {
    expect((await answerTo(...whole(api))).answer).toMatchObject({ text: '', reason: 'empty' });
    expect((await answerTo(...whole(api, '  \n'))).answer).toMatchObject({ reason: 'empty' });
  });

  test('LLM.stream gives the same events', async () => {
    provider.script(eventStream(...whole(api, 'Hel', 'lo')));
    const asked = await askIt(destination(provider.url, api));
    provider.script(eventStream(...whole(api, 'Hel', 'lo')));
    const llm = new LLM({ model: 'test-model', api, baseURL: provider.url, apiKey: testKey });
    expect((await collect(llm.stream('Hello?'))).events).toEqual(asked.events);
  });
});

describe('chat.completions alone', () => {
  const answerTo = async (...chunks: object[]) => {
    provider.script(eventStream(...chunks.map(data), data('[DONE]')));
    return askIt(destination(provider.url));
  };

  test('STREAM-4: chunks without text are harmless', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    const collected = await answerTo(
      { choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] },
      chatChunk({ content: 'Hel' }),
      { choices: [{ index: 0 }] },
      chatChunk({}),
      chatChunk({ content: null }),
      chatChunk({ content: 'lo' }),
      { choices: [], usage },
    );
    expect(collected.error).toBeUndefined();
    expect(collected.answer).toMatchObject({
      text: 'Hello',
      reason: 'complete',
      usage: { inputTokens: 3, outputTokens: 2 },
    });
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
    ['insufficient_system_resource', 'cut'],
    ['stop', 'complete'],
    ['eos', 'complete'],
  ])('finish_reason %s ends as %s', async (finish, reason) => {
    expect((await answerTo(chatChunk({ content: 'A' }), chatChunk({}, finish))).answer).toMatchObject({
      text: 'A',
      reason,
    });
  });

  test.each(['reasoning_content', 'reasoning'])('%s is reasoning, not text', async field => {
    const { events, answer } = await answerTo(
      chatChunk({ [field]: 'Hm.' }),
      chatChunk({ content: 'A' }, 'stop'),
    );
    expect(events[0]).toEqual({ type: 'reasoning', text: 'Hm.' });
    expect(answer).toMatchObject({ text: 'A', reasoning: 'Hm.' });
  });

  test('content in parts keeps reasoning and text apart', async () => {
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
    const { answer } = await answerTo(chatChunk({ content: [thought, { type: 'text', text: 'A' }] }, 'stop'));
    expect(answer).toMatchObject({ text: 'A', reasoning: 'Hm.', reason: 'complete' });
  });

  test('a refusal is told as such', async () => {
    const { events, answer } = await answerTo(chatChunk({ refusal: 'I cannot.' }), chatChunk({}, 'stop'));
    expect(events[0]).toEqual({ type: 'refusal', text: 'I cannot.' });
    expect(answer).toMatchObject({ text: '', refusal: 'I cannot.', reason: 'refused' });
  });

  test('an error in the choice fails the answer', async () => {
    const { error } = await answerTo({
      choices: [{ index: 0, error: { message: 'upstream gone', code: 503 } }],
    });
    expect(error).toMatchObject({ status: 503, message: expect.stringContaining('upstream gone') as string });
  });

  test('a chunk that cannot be read is not skipped', async () => {
    provider.script(
      eventStream(data(chatChunk({ content: 'A' })), 'data: {"choices":[{"del\n\n', data('[DONE]')),
    );
    const { text, error } = await askIt(destination(provider.url));
    expect(text).toBe('A');
    expect(error).toMatchObject({ code: 'providerFailed' });
  });
});

describe('responses alone', () => {
  const answerTo = async (...events: object[]) => {
    provider.script(eventStream(...events.map(data)));
    return askIt(destination(provider.url, 'responses'));
  };
  const delta = (type: string, text: string) => ({ type: `response.${type}.delta`, delta: text });
  const ended = (status: string, more: object = {}) => ({
    type: `response.${status}`,
    response: { ...wholeResponse('A'), status, ...more },
  });

  test.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'filtered'],
  ])('incomplete for %s ends as %s', async (why, reason) => {
    const end = ended('incomplete', { incomplete_details: { reason: why } });
    expect((await answerTo(delta('output_text', 'A'), end)).answer).toMatchObject({ text: 'A', reason });
  });

  test.each(['reasoning_text', 'reasoning_summary_text'])('%s is reasoning', async type => {
    const { answer } = await answerTo(delta(type, 'Hm.'), delta('output_text', 'A'), ended('completed'));
    expect(answer).toMatchObject({ text: 'A', reasoning: 'Hm.', reason: 'complete' });
  });

  test('a refusal is told as such', async () => {
    const { answer } = await answerTo(delta('refusal', 'I cannot.'), ended('completed', { output: [] }));
    expect(answer).toMatchObject({ refusal: 'I cannot.', reason: 'refused' });
  });

  test('text that comes only with the end is not lost', async () => {
    expect((await answerTo(ended('completed'))).answer).toMatchObject({ text: 'A', reason: 'complete' });
  });

  test('STREAM-2: response.failed and error events fail the answer', async () => {
    const failed = ended('failed', { error: { code: 'server_error', message: 'No luck' } });
    const first = await answerTo(delta('output_text', 'A'), failed);
    expect(first).toMatchObject({ text: 'A', error: { code: 'providerFailed' } });
    expect((first.error as Error).message).toContain('No luck');
    const second = await answerTo({ type: 'error', code: 'server_error', message: 'Bad luck', param: null });
    expect((second.error as Error).message).toContain('Bad luck');
  });
});
