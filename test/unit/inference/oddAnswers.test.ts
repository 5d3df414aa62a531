import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { chatChunk, data, eventStream, refusal, wholeResponse } from '../../support/testProvider.ts';
import { askIt, destination, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

async function chat(...chunks: object[]) {
  provider.script(eventStream(...chunks.map(data), data('[DONE]')));
  return askIt(destination(provider.url));
}

/** A server that writes these bytes to whoever connects, and leaves the connection open. */
async function rawServer(bytes: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(bytes));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('the end of an answer', () => {
  test.each([
    ['MAX_TOKENS', 'length'],
    ['model_length', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['SAFETY', 'filtered'],
    ['RECITATION', 'filtered'],
    ['sensitive', 'filtered'],
    ['guardrail_intervened', 'filtered'],
    ['refusal', 'refused'],
    ['abort', 'cut'],
    ['cancelled', 'cut'],
    ['OTHER', 'cut'],
    ['None', 'cut'],
    ['end_turn', 'complete'],
    ['eos_token', 'complete'],
    ['whatever', 'complete'],
  ])('finish_reason %s ends as %s', async (finish, reason) => {
    provider.script(eventStream(data(chatChunk({ content: 'A' })), data(chatChunk({}, finish))));
    expect((await askIt(destination(provider.url))).answer).toMatchObject({ text: 'A', reason });
  });

  test.each(['network_error', 'failed'])('finish_reason %s is a fault', async finish => {
    const { error } = await chat(chatChunk({ content: 'A' }), chatChunk({}, finish));
    expect(error).toMatchObject({
      code: 'providerFailed',
      message: expect.stringContaining(finish) as string,
    });
  });

  test.each(['in_progress', 'queued'])('a response that is still %s is no whole answer', async status => {
    provider.script({ body: { ...wholeResponse('Half'), status } });
    const { answer } = await askIt(destination(provider.url, 'responses'));
    expect(answer).toMatchObject({ text: 'Half', reason: 'cut' });
  });

  test('the name of the last event counts where the response in it has the status of before', async () => {
    const response = { ...wholeResponse('A'), status: 'in_progress' };
    provider.script(eventStream(data({ type: 'response.completed', response })));
    const { answer } = await askIt(destination(provider.url, 'responses'));
    expect(answer).toMatchObject({ text: 'A', reason: 'complete' });
  });
});

test('of several answers in a stream the first one counts, alone', async () => {
  const second = { index: 1, delta: { content: 'wrong ' }, finish_reason: null };
  const { text, answer } = await chat(
    chatChunk({ content: 'right ' }),
    { choices: [second] },
    { choices: [second, { index: 0, delta: { content: 'again' }, finish_reason: null }] },
    { choices: [{ ...second, finish_reason: 'content_filter' }] },
    chatChunk({}, 'stop'),
  );
  expect(text).toBe('right again');
  expect(answer?.reason).toBe('complete');
});

test.each([
  ['negative', '-5', '7'],
  ['beyond all numbers', '1e999', '7'],
  ['texts', '"12"', '7'],
  ['absent', 'null', '7'],
  ['all zero', '0', '0'],
])('tokens that are %s are not counted', async (_, input, output) => {
  const usage = `{"choices":[],"usage":{"prompt_tokens":${input},"completion_tokens":${output}}}`;
  provider.script(eventStream(data(chatChunk({ content: 'A' }, 'stop')), data(usage), data('[DONE]')));
  const { answer } = await askIt(destination(provider.url));
  expect(answer).toMatchObject({ text: 'A', reason: 'complete' });
  expect(answer).not.toHaveProperty('usage');
});

describe('a fault with the status 200', () => {
  test.each([
    [{ detail: 'Model is loading.' }, 'Model is loading.', undefined],
    [{ code: 401, msg: 'token expired' }, 'token expired', 401],
    [[{ error: { code: 400, message: 'API key not valid.' } }], 'API key not valid.', 400],
    [{ object: 'error', message: 'out of memory', code: 40301 }, 'out of memory', undefined],
  ])('%j is told in its words', async (body, words, status) => {
    provider.script(() => ({ body: JSON.stringify(body) }));
    const { answer, error } = await askIt(destination(provider.url));
    expect(answer).toBeUndefined();
    expect(error).toMatchObject({ message: expect.stringContaining(words) as string });
    expect((error as { status?: number }).status).toBe(status);
  });
});

test('an answer without end is broken off before it fills the memory', async () => {
  const megabyte = data(chatChunk({ content: 'x'.repeat(1 << 20) }));
  provider.script(eventStream(...Array.from({ length: 40 }, () => megabyte)));
  const { answer, error } = await askIt(destination(provider.url));
  expect(answer).toBeUndefined();
  expect(error).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('too long') as string,
  });
  expect(await provider.requests[0]?.closedEarly).toBe(true);
});

test('an answer in another protocol fails at once instead of never', async () => {
  const url = await rawServer(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  const { error } = await askIt(destination(url), undefined, { maxRetries: 0 });
  expect(error).toMatchObject({ message: expect.stringContaining('another protocol') as string });
});

test('a status that does not exist is a failure like any other', async () => {
  const url = await rawServer('HTTP/1.1 999 Request denied\r\nContent-Length: 2\r\n\r\nNo');
  const { error } = await askIt(destination(url), undefined, { maxRetries: 0 });
  expect(error).toMatchObject({ code: 'providerFailed' });
});

test('a refusal whose words do not end is told by its beginning', async () => {
  provider.script(() => ({
    status: 500,
    body: [...Array.from({ length: 200 }, () => 'Out of order. '.repeat(100)), { hang: true }],
  }));
  const { error } = await askIt(destination(provider.url), undefined, { maxRetries: 0 });
  expect(error).toMatchObject({
    code: 'providerFailed',
    message: expect.stringContaining('Out of order.') as string,
  });
});

test('a request that is larger than a minute allows is not waited for', async () => {
  provider.script(
    refusal(429, {
      message: 'Request too large for gpt-test on tokens per min (TPM): Limit 30000, Requested 45000.',
      code: 'rate_limit_exceeded',
    }),
  );
  const { error } = await askIt(destination(provider.url));
  expect(error).toMatchObject({ code: 'requestTooLarge', status: 429 });
  expect(provider.requests).toHaveLength(1);
});
