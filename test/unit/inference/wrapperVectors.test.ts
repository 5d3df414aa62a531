import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LLM, type LLMOptions } from '../../../src/inference/wrapper/llm.ts';
import type { RawPixels } from '../../../src/images/preparedImage.ts';
import { startTestProvider, type TestProvider } from '../../support/testProvider.ts';

type Json = Record<string, unknown>;

interface Vector {
  constructor: Json & { model: string };
  call: { source?: unknown; image?: unknown; arguments?: Json };
  request: Json;
}

const jpegPlaceholder = '<jpeg data url>';
const { vectors } = JSON.parse(
  await readFile(new URL('../../fixtures/wrapper-vectors.json', import.meta.url), 'utf8'),
) as { vectors: Vector[] };

let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());

/** A grey picture, where the vector describes one. */
function given(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return value;
  const { width, height } = value as unknown as { width: number; height: number };
  return {
    data: new Uint8Array(width * height * 3).fill(128),
    width,
    height,
    channels: 3,
  } satisfies RawPixels;
}

/** The same request with the placeholder for every JPEG that was made. */
function withPlaceholders(body: unknown): string {
  const text = JSON.stringify(body).replace(
    /data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]+={0,2}/g,
    jpegPlaceholder,
  );
  return text;
}

describe('requests of the reference implementation', () => {
  test('all 214 are there', () => {
    expect(vectors).toHaveLength(214);
  });

  test.each(vectors.map((vector, index) => ({ index, vector })))('request $index', async ({ vector }) => {
    provider.reset();
    provider.script({ body: {} });
    const llm = new LLM({
      ...(vector.constructor as unknown as LLMOptions),
      baseURL: provider.url,
      apiKey: 'test-key',
    });
    await llm.call(given(vector.call.source), given(vector.call.image) as RawPixels, vector.call.arguments);
    expect(provider.requests).toHaveLength(1);
    const [request] = provider.requests;
    expect(withPlaceholders(request?.body)).toBe(JSON.stringify(vector.request));
    const path = vector.constructor.api === 'chat.completions' ? '/v1/chat/completions' : '/v1/responses';
    expect(request?.path).toBe(path);
  });
});
