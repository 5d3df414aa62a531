import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { ValueError } from '../../../src/base/errors.ts';
import type { ApiFormat } from '../../../src/inference/api/apiFormat.ts';
import { assertClientVersion } from '../../../src/inference/wrapper/client.ts';
import { LLM, type LLMOptions } from '../../../src/inference/wrapper/llm.ts';
import { collect } from '../../support/provider/collect.ts';
import { refusal, requestContent } from '../../support/testProvider.ts';
import { formats, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

function llm(more: Partial<LLMOptions> = {}): LLM {
  return new LLM({ model: 'test-model', baseURL: provider.url, apiKey: testKey, ...more });
}

function lastBody(): Record<string, unknown> {
  return provider.requests.at(-1)?.body as Record<string, unknown>;
}

async function sentSize(): Promise<number[]> {
  const [url = ''] = requestContent(lastBody()).images;
  const { width, height } = await sharp(Buffer.from(url.split(',')[1] ?? '', 'base64')).metadata();
  return [width, height];
}

test("an unknown API format is refused in the reference's words", () => {
  const api = 'completions' as ApiFormat;
  expect(() => llm({ api })).toThrow(ValueError);
  expect(() => llm({ api })).toThrow(
    "Unsupported API format 'completions'. Use 'responses' or 'chat.completions'.",
  );
});

test("call resolves to the client's own response object", async () => {
  const response = await llm().call('Hello?');
  expect(response).toMatchObject({ object: 'response', output_text: 'You wrote: Hello?' });
  const completion = await llm({ api: 'chat.completions' }).call('Hello?');
  expect(completion).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'You wrote: Hello?' } }],
  });
});

test("without a model it is the reference's; its asynchronous calls are there by their names", async () => {
  const plain = new LLM({ baseURL: provider.url, apiKey: testKey });
  expect(await plain.asyncCall('Hello?')).toMatchObject({ output_text: 'You wrote: Hello?' });
  expect(lastBody()).toEqual({ model: 'gpt-5.6-luna', input: 'Hello?' });
  const named = new LLM({ model: null, prompt: 'Say.', baseURL: provider.url, apiKey: testKey });
  await named.async_call('Hello?', null, { model: 'other' });
  expect(lastBody()).toEqual({ model: 'other', input: 'Say.\n\nHello?' });
  expect(new LLM().model).toBe('gpt-5.6-luna');
});

test('an openai client before 2.0.0 is refused with both versions', () => {
  expect(() => assertClientVersion('1.109.1')).toThrow(ValueError);
  expect(() => assertClientVersion('1.109.1')).toThrow('openai 2.0.0 or newer is required; this is 1.109.1.');
  expect(() => assertClientVersion('2.0.0')).not.toThrow();
  expect(() => assertClientVersion('10.1.0-beta.1')).not.toThrow();
});

test('null is as absent as undefined', async () => {
  await llm({ prompt: null }).call(null, null, null);
  expect(lastBody()).toEqual({ model: 'test-model' });
  await llm({ prompt: 'Prompt.' }).call(null, null, { input: 'from the call' });
  expect(lastBody()).toEqual({ model: 'test-model', input: 'Prompt.' });
});

test('rule 2: a plain object goes as it is, raw pixels do not', async () => {
  await llm().call({ anything: true });
  expect(lastBody().input).toEqual({ anything: true });
  await llm().call({ data: new Uint8Array(12), width: 2, height: 2, channels: 3 });
  expect(requestContent(lastBody()).images[0]).toMatch(/^data:image\/jpeg;base64,/);
});

test('rule 4: bytes, file URLs and sharp instances alone are pictures; a path alone is text', async () => {
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'blue' } });
  const bytes = await picture.png().toBuffer();
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'sightline-')), 'picture.png');
  await writeFile(file, bytes);
  for (const source of [bytes, new Uint8Array(bytes).buffer, pathToFileURL(file), sharp(bytes)]) {
    const response = await llm().call(source);
    expect(response).toMatchObject({ output_text: 'The picture is mostly blue.' });
    expect(requestContent(lastBody()).text).toBe('Describe the image.');
    expect(await sentSize()).toEqual([30, 20]);
  }
  await llm().call(file);
  expect(lastBody().input).toBe(file);
  await llm().call('What is this?', file);
  expect(await sentSize()).toEqual([30, 20]);
});

test('pictures are only resized where asked', async () => {
  const picture = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await llm().call('x', picture);
  expect(await sentSize()).toEqual([3000, 1000]);
  await llm({ image: { maxSide: 300 } }).call('x', picture);
  expect(await sentSize()).toEqual([300, 100]);
  expect(lastBody()).not.toHaveProperty('image');
});

test('a picture that cannot be read is refused before any request', async () => {
  await expect(llm().call('x', new Uint8Array([1, 2, 3]))).rejects.toThrow(ValueError);
  await expect(llm().call('x', '/no/such/picture.png')).rejects.toThrow(/Unable to read image source/);
  expect(provider.requests).toHaveLength(0);
});

test('the client is created on the first call, once', async () => {
  const fetch = vi.fn(() => Promise.resolve(Response.json({ object: 'response', output: [] })));
  const model = llm({ fetch });
  expect(fetch).not.toHaveBeenCalled();
  await Promise.all([model.call('a'), model.call('b')]);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(provider.requests).toHaveLength(0);
});

test.each(formats)('stream asks for a stream, and chat for the usage (%s)', async api => {
  const { answer } = await collect(llm({ api, temperature: 0.2 }).stream('Hello?', null, { top_p: 0.5 }));
  expect(answer).toMatchObject({ text: 'You wrote: Hello?', reason: 'complete', usage: { inputTokens: 12 } });
  expect(lastBody()).toMatchObject({ stream: true, temperature: 0.2, top_p: 0.5 });
  expect(lastBody().stream_options).toEqual(api === 'chat.completions' ? { include_usage: true } : undefined);
});

test('stream drops stream_options once where a server refuses it', async () => {
  provider.script(({ body }) =>
    'stream_options' in (body as object)
      ? refusal(400, { message: 'stream_options: unknown field' })
      : undefined,
  );
  const model = llm({ api: 'chat.completions' });
  expect((await collect(model.stream('a'))).answer?.reason).toBe('complete');
  expect((await collect(model.stream('b'))).answer?.reason).toBe('complete');
  expect(provider.requests.map(({ body }) => 'stream_options' in (body as object))).toEqual([
    true,
    false,
    false,
  ]);
});

test('the wrapper changes nothing else that a server refuses', async () => {
  provider.script(refusal(400, { message: 'Unsupported', param: 'temperature', code: 'unsupported_value' }));
  await expect(llm({ temperature: 0.2 }).call('a')).rejects.toMatchObject({ code: 'badRequest' });
  provider.script({ status: 404, body: 'not found' });
  await expect(llm().call('a')).rejects.toMatchObject({ code: 'notFound' });
  expect(provider.requests).toHaveLength(2);
});

test('onRequest sees what goes out', async () => {
  const onRequest = vi.fn();
  await llm().call('Hello?', null, null, { onRequest });
  await collect(llm().stream('Hello?', null, null, { onRequest }));
  expect(onRequest.mock.calls.map(([request]) => request as unknown)).toEqual(
    provider.requests.map(({ body }) => ({ method: 'POST', url: `${provider.url}/responses`, body })),
  );
});
