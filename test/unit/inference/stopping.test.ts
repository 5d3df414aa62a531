import { describe, expect, test } from 'vitest';
import { isAbort, SightlineError } from '../../../src/base/errors.ts';
import { ask } from '../../../src/inference/ask.ts';
import { LLM } from '../../../src/inference/wrapper/llm.ts';
import { collect } from '../../support/provider/collect.ts';
import { chatChunk, data, eventStream } from '../../support/testProvider.ts';
import { askIt, destination, formats, question, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const hanging = { delayMs: 30_000 };

describe('stop', () => {
  test('STREAM-7: during the answer closes the connection and keeps the text', async () => {
    const stop = new AbortController();
    const chunk = data(chatChunk({ content: 'x' }));
    provider.script(eventStream(...Array.from({ length: 100 }, () => [chunk, { pauseMs: 10 }]).flat()));
    let text = '';
    let error: unknown;
    try {
      for await (const event of ask(question(), destination(provider.url), { signal: stop.signal })) {
        if (event.type === 'text') text += event.text;
        if (text.length === 5) stop.abort();
      }
    } catch (reason) {
      error = reason;
    }
    expect(isAbort(error)).toBe(true);
    expect(error).not.toBeInstanceOf(SightlineError);
    expect(text.length).toBeGreaterThanOrEqual(5);
    expect(await provider.requests[0]?.closedEarly).toBe(true);
  });

  test.each(formats)('STREAM-7: before the first byte closes the connection (%s)', async api => {
    const stop = new AbortController();
    provider.script(hanging);
    const answer = askIt(destination(provider.url, api), question(), { signal: stop.signal });
    await expect.poll(() => provider.requests.length).toBe(1);
    stop.abort();
    expect(isAbort((await answer).error)).toBe(true);
    expect(await provider.requests[0]?.closedEarly).toBe(true);
    // The next question starts at once.
    expect((await askIt(destination(provider.url, api))).answer?.reason).toBe('complete');
  });

  test('STREAM-7: while waiting for the next try ends the wait', async () => {
    const stop = new AbortController();
    provider.script({ status: 429, headers: { 'retry-after': '60' }, body: {} });
    const events: string[] = [];
    await expect(async () => {
      for await (const event of ask(question(), destination(provider.url), { signal: stop.signal })) {
        events.push(event.type);
        stop.abort();
      }
    }).rejects.toSatisfy(isAbort);
    expect(events).toEqual(['waiting']);
    expect(provider.requests).toHaveLength(1);
  });

  test('STREAM-7: before the start sends nothing', async () => {
    const { error } = await askIt(destination(provider.url), question(), { signal: AbortSignal.abort() });
    expect(isAbort(error)).toBe(true);
    expect(provider.requests).toHaveLength(0);
  });

  test('STREAM-7: leaving the loop early closes the connection', async () => {
    provider.script(eventStream(data(chatChunk({ content: 'x' })), { hang: true }));
    for await (const event of ask(question(), destination(provider.url))) if (event.type === 'text') break;
    expect(await provider.requests[0]?.closedEarly).toBe(true);
  });

  test('STREAM-7: of LLM.call and LLM.stream', async () => {
    const llm = new LLM({ model: 'test-model', baseURL: provider.url, apiKey: testKey });
    for (const start of [
      (signal: AbortSignal) => llm.call('Hello?', null, null, { signal }),
      async (signal: AbortSignal) => {
        const { error } = await collect(llm.stream('Hello?', null, null, { signal }));
        if (error instanceof Error) throw error;
      },
    ]) {
      provider.reset();
      provider.script(hanging);
      const stop = new AbortController();
      const running = start(stop.signal);
      running.catch(() => undefined);
      await expect.poll(() => provider.requests.length).toBe(1);
      stop.abort();
      await expect(running).rejects.toSatisfy(isAbort);
      expect(await provider.requests[0]?.closedEarly).toBe(true);
    }
  });
});

describe('time-out', () => {
  test('STREAM-6: is never repeated, and its remedy is a longer timeout', async () => {
    provider.script(hanging);
    const { error } = await askIt(destination(provider.url), question(), { timeoutMs: 60, maxRetries: 5 });
    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/0\.1 s.*timed out/) as string,
      remedy: { kind: 'raiseTimeout' },
    });
    expect(provider.requests).toHaveLength(1);
    expect(await provider.requests[0]?.closedEarly).toBe(true);
  });

  test('STREAM-6: counts silence, not the length of the answer', async () => {
    const chunk = data(chatChunk({ content: 'x' }));
    provider.script(
      eventStream(...Array.from({ length: 6 }, () => [chunk, { pauseMs: 150 }]).flat(), data('[DONE]')),
    );
    const { answer } = await askIt(destination(provider.url), question(), { timeoutMs: 600 });
    expect(answer).toMatchObject({ text: 'xxxxxx', reason: 'complete' });
  });

  test('STREAM-6: in the middle of an answer keeps the text', async () => {
    provider.script(eventStream(data(chatChunk({ content: 'x' })), { hang: true }));
    const { text, error } = await askIt(destination(provider.url), question(), { timeoutMs: 100 });
    expect(text).toBe('x');
    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('nothing more') as string,
    });
    expect(await provider.requests[0]?.closedEarly).toBe(true);
  });

  test('STREAM-6: keep-alive comments are signs of life', async () => {
    provider.script(
      eventStream(
        ...Array.from({ length: 6 }, () => [': wait\n\n', { pauseMs: 150 }]).flat(),
        data(chatChunk({ content: 'x' }, 'stop')),
      ),
    );
    const { answer } = await askIt(destination(provider.url), question(), { timeoutMs: 600 });
    expect(answer?.text).toBe('x');
  });

  test.each(formats)('STREAM-6: of LLM, with its own option in the hint (%s)', async api => {
    const llm = new LLM({
      model: 'm',
      api,
      baseURL: provider.url,
      apiKey: testKey,
      timeout: 60,
      maxRetries: 3,
    });
    provider.script(hanging);
    await expect(llm.call('Hello?')).rejects.toMatchObject({
      code: 'timeout',
      hint: expect.stringContaining('Raise the `timeout` option') as string,
    });
    expect(provider.requests).toHaveLength(1);
  });
});
