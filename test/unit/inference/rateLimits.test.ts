import { describe, expect, test } from 'vitest';
import { isAbort } from '../../../src/base/errors.ts';
import { LLM } from '../../../src/inference/wrapper/llm.ts';
import { retryAfter } from '../../../src/base/retryable.ts';
import { sleep } from '../../../src/base/sleep.ts';
import { data, eventStream, refusal, chatChunk } from '../../support/testProvider.ts';
import {
  askIt,
  destination,
  formats,
  instantSleep,
  question,
  testKey,
  useTestProvider,
} from './providerTest.ts';

const provider = useTestProvider();
const tooFast = (headers: Record<string, string> = {}) => refusal(429, { message: 'Slow down.' }, headers);

describe('waiting', () => {
  test.each(formats)('RATE-1: Retry-After in seconds (%s)', async api => {
    provider.script(tooFast({ 'retry-after': '2' }));
    const { sleep: instant, pauses } = instantSleep();
    const { events, answer } = await askIt(destination(provider.url, api), question(), { sleep: instant });
    expect(answer?.reason).toBe('complete');
    expect(provider.requests).toHaveLength(2);
    expect(pauses).toEqual([2000]);
    expect(events[0]).toMatchObject({
      type: 'waiting',
      milliseconds: 2000,
      message: expect.stringContaining('2 s') as string,
    });
  });

  test('RATE-1: Retry-After as a date', async () => {
    provider.script(() =>
      provider.requests.length === 1
        ? tooFast({ 'retry-after': new Date(Date.now() + 3000).toUTCString() })
        : undefined,
    );
    const { sleep: instant, pauses } = instantSleep();
    expect((await askIt(destination(provider.url), question(), { sleep: instant })).answer?.reason).toBe(
      'complete',
    );
    expect(provider.requests).toHaveLength(2);
    expect(pauses[0]).toBeGreaterThan(1000);
    expect(pauses[0]).toBeLessThanOrEqual(3000);
  });

  test('RATE-1: retry-after-ms goes before Retry-After', async () => {
    provider.script(tooFast({ 'retry-after-ms': '1500', 'retry-after': '30' }));
    const { sleep: instant, pauses } = instantSleep();
    await askIt(destination(provider.url), question(), { sleep: instant });
    expect(pauses).toEqual([1500]);
  });

  test('RATE-1: what only the words say', () => {
    const waits = [
      'Please try again in 7.66s.',
      'Please retry in 12s.',
      'try again in 250ms',
      'try again in 1m2.5s',
      'later',
    ];
    expect(waits.map(reason => retryAfter({ status: 429, reason }))).toEqual([
      7660,
      12_000,
      250,
      62_500,
      undefined,
    ]);
  });

  test('RATE-1: a wait of hours is left to the person', async () => {
    provider.script(tooFast({ 'retry-after': '7200' }));
    const { error } = await askIt(destination(provider.url));
    expect(error).toMatchObject({
      code: 'rateLimited',
      retryAfterMs: 7_200_000,
      hint: expect.stringMatching(/^It accepts no request before \d{4}-\d\d-\d\d \d\d:\d\d\.$/) as string,
    });
    expect(provider.requests).toHaveLength(1);
  });

  test('without a wish of the server the pauses grow, with jitter', async () => {
    provider.script(...Array.from({ length: 3 }, () => tooFast()));
    const { sleep: instant, pauses } = instantSleep();
    await askIt(destination(provider.url), question(), { sleep: instant, maxRetries: 3 });
    expect(pauses).toHaveLength(3);
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(375 * 2 ** index);
      expect(pause).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  test('the wait ends at once where it is stopped', async () => {
    const stop = new AbortController();
    const waiting = sleep(60_000, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toSatisfy(isAbort);
    await expect(sleep(60_000, stop.signal)).rejects.toSatisfy(isAbort);
    await expect(sleep(1)).resolves.toBeUndefined();
  });
});

describe('no credit', () => {
  test.each([
    refusal(429, {
      message: 'You exceeded your current quota.',
      code: 'insufficient_quota',
      type: 'insufficient_quota',
    }),
    refusal(402, { message: 'Payment required' }),
    refusal(400, { message: 'Your credit balance is too low to access the API.' }),
  ])('RATE-2: is told apart from too fast: one request, a message on quota and billing (%#)', async reply => {
    provider.script(reply);
    const { error } = await askIt(destination(provider.url), question(), { maxRetries: 5 });
    expect(error).toMatchObject({
      code: 'quotaExceeded',
      message: expect.stringContaining('quota') as string,
      hint: expect.stringContaining('billing') as string,
    });
    expect(provider.requests).toHaveLength(1);
  });

  test('RATE-2: of LLM.call too', async () => {
    provider.script(refusal(429, { message: 'No money', code: 'insufficient_quota' }));
    const llm = new LLM({ model: 'm', baseURL: provider.url, apiKey: testKey });
    await expect(llm.call('Hello?')).rejects.toMatchObject({ code: 'quotaExceeded' });
    expect(provider.requests).toHaveLength(1);
  });
});

describe('what is repeated', () => {
  const tries = async (status: number): Promise<number> => {
    provider.reset();
    provider.script(...Array.from({ length: 3 }, () => refusal(status, { message: 'x' })));
    await askIt(destination(provider.url), question(), { maxRetries: 2 });
    return provider.requests.length;
  };

  test.each([408, 409, 429, 500, 502, 503, 504])('%i is', async status => {
    expect(await tries(status)).toBe(3);
  });

  test.each([401, 403, 413])('%i is not', async status => {
    expect(await tries(status)).toBe(1);
  });

  test.each([400, 404, 422, 501])(
    'REF-1: %i is asked once more, without what can be left out',
    async status => {
      expect(await tries(status)).toBe(2);
      const [first, second] = provider.requests.map(({ body }) => body as object);
      expect(first).toHaveProperty('stream');
      expect(second).not.toHaveProperty('stream');
      expect(second).not.toHaveProperty('stream_options');
    },
  );

  test('a connection that breaks before the first byte is', async () => {
    provider.script({ body: [{ cut: true }] });
    expect((await askIt(destination(provider.url))).answer?.reason).toBe('complete');
    expect(provider.requests).toHaveLength(2);
  });

  test('nothing is once text has come', async () => {
    provider.script(eventStream(data(chatChunk({ content: 'A' })), { cut: true }));
    expect((await askIt(destination(provider.url))).error).toMatchObject({ code: 'incomplete' });
    expect(provider.requests).toHaveLength(1);
  });

  test('nothing is where the person set no retries', async () => {
    provider.script(tooFast());
    expect((await askIt(destination(provider.url), question(), { maxRetries: 0 })).error).toMatchObject({
      code: 'rateLimited',
    });
    expect(provider.requests).toHaveLength(1);
  });

  test('LLM tries twice more unless told otherwise, and the client adds none of its own', async () => {
    const soon = refusal(503, { message: 'busy' }, { 'retry-after-ms': '1' });
    provider.script(soon, soon, soon, soon);
    const how = { model: 'm', baseURL: provider.url, apiKey: testKey };
    await expect(new LLM(how).call('Hello?')).rejects.toMatchObject({ code: 'providerFailed', status: 503 });
    expect(provider.requests).toHaveLength(3);
    await expect(new LLM({ ...how, maxRetries: 0 }).call('Hello?')).rejects.toMatchObject({ status: 503 });
    expect(provider.requests).toHaveLength(4);
  });

  test('an answer of LLM.call that broke off in its middle is not asked for again', async () => {
    provider.script({
      headers: { 'content-type': 'application/json' },
      body: ['{"id":', { pauseMs: 20 }, { cut: true }],
    });
    const llm = new LLM({ model: 'm', baseURL: provider.url, apiKey: testKey });
    await expect(llm.call('Hello?')).rejects.toMatchObject({ code: 'incomplete' });
    expect(provider.requests).toHaveLength(1);
  });
});
