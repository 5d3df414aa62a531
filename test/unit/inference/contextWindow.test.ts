import { describe, expect, test } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { contextWindowIn, contextWindowOf } from '../../../src/inference/faults/contextWindow.ts';
import { knownLimits } from '../../../src/inference/providers/contextWindows.ts';
import { refusal } from '../../support/testProvider.ts';
import { askIt, destination, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

describe('a refusal that tells the window', () => {
  test.each([
    [
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      8192,
    ],
    [
      "This model's maximum context length is 4097 tokens, however you requested 4162 tokens (1090 in your prompt; 3072 for the completion).",
      4097,
    ],
    [
      "This endpoint's maximum context length is 131,072 tokens. However, you requested about 200000 tokens",
      131_072,
    ],
    ['the request exceeds the available context size (4096 tokens), try increasing it', 4096],
    ['request (9000 tokens) exceeds the available context size (4096), try increasing it', 4096],
    [
      '{"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}',
      8192,
    ],
    ['Requested tokens (2285) exceed context window of 2048', 2048],
    [
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length',
      4096,
    ],
    ['Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)', 7424],
    [
      'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.',
      7866,
    ],
    ['prompt is too long: 208310 tokens > 200000 maximum', 200_000],
    [
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length',
      200_000,
    ],
    ['The input token count (2845475) exceeds the maximum number of tokens allowed (1048576).', 1_048_576],
    ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072],
    [
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
    ],
    ['Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)', 262_144],
    ['Range of input length should be [1, 30720]', 30_720],
    ['prompt token count of 138392 exceeds the limit of 128000', 128_000],
    ["The input (5000 tokens) is longer than the model's context length (4096 tokens).", 4096],
    ['`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens', 4096],
    ['The prompt is too long: 9000, model maximum context length: 8192', 8192],
  ])('%s', (message, window) => {
    expect(contextWindowIn(message)).toBe(window);
  });

  test.each([
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens',
    'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 5000.',
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'Request too large for model `x`: Limit 6000, Requested 9000',
    'At most 4 image(s) may be provided in one prompt.',
    'maximum context length is 0 tokens',
    `maximum context length is ${'9'.repeat(30)} tokens`,
    '',
  ])('no window: %s', message => {
    expect(contextWindowIn(message)).toBeUndefined();
  });

  test('what repeats its words without end is read', () => {
    for (const words of [
      'maximum context length ',
      'n_ctx ',
      '1',
      'context size, ',
      'prompt is too long ',
      '1,000',
    ])
      expect(() => contextWindowIn(words.repeat(100_000))).not.toThrow();
  });

  test('it stands in the error for the person, also where llama.cpp tells it beside its words', async () => {
    provider.script(() => ({
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9000,
          n_ctx: 4096,
        },
      },
    }));
    const { error } = await askIt(destination(provider.url));
    expect(contextWindowOf(error as SightlineError)).toBe(4096);
    expect(error).toMatchObject({
      code: 'badRequest',
      message: expect.stringContaining('longer than') as string,
    });
    const { length } = provider.requests;
    expect(length).toBe(1);
    provider.reset();
    provider.script(() => refusal(400, { message: 'prompt is too long: 208310 tokens > 200000 maximum' }));
    expect(contextWindowOf((await askIt(destination(provider.url))).error as SightlineError)).toBe(200_000);
    expect(contextWindowOf(new SightlineError('badRequest', 'No.'))).toBeUndefined();
  });
});

describe('what families of models take', () => {
  test.each([
    ['gpt-4o-2024-08-06', 128_000, true],
    ['openai/gpt-4.1-mini', 1_047_576, true],
    ['gpt-4-1106-preview', 8192, true],
    ['anthropic/claude-3.5-sonnet', 200_000, true],
    ['claude-opus-4-20250514', 200_000, true],
    ['claude-opus-4-8', 1_000_000, true],
    ['google/gemma-3-27b-it', 131_072, false],
    ['gemini-2.5-flash', 1_048_576, true],
    ['qwen2.5vl:7b', 125_000, false],
    ['llama3.2-vision', 131_072, false],
    ['Qwen/Qwen3-VL-8B-Instruct', 131_072, true],
  ])('%s', (id, contextWindow, supportsTools) => {
    expect(knownLimits(id)).toMatchObject({ contextWindow, supportsTools });
  });

  test.each(['gpt', 'my-gpt-4o', 'gpt-40', '', '/', 'x'.repeat(10_000)])('%s is not known', id => {
    expect(knownLimits(id)).toBeUndefined();
  });
});
