/** What a family of models takes, where its provider does not say so. */
export interface ModelLimits {
  /** Tokens of question and answer together. */
  contextWindow: number;
  /** Tokens of an answer at most. */
  maxOutputTokens: number;
  supportsTools: boolean;
}

const [k, m] = [1024, 1024 * 1024];

/**
 * Well-known families by how their names begin, with window, longest answer, and whether they call tools. `.` in a name counts
 * as `-`. As of 2 July 2026, from the model files of models.dev (github.com/anomalyco/models.dev, commit f3fc692), also under the
 * names that Ollama has for them. Where versions or hosts of a family differ, or all of a window may be answer, the less is told.
 * To add one, add a line: the longest beginning counts.
 */
const families: readonly (readonly [name: string, window: number, output: number, tools: boolean])[] = [
  ['gpt-3-5-turbo', 16_385, 4096, true],
  ['gpt-4', 8192, 8192, true],
  ['gpt-4-turbo', 128_000, 4096, true],
  ['gpt-4o', 128_000, 16_384, true],
  ['chatgpt-4o', 128_000, 16_384, false],
  ['gpt-4-1', 1_047_576, 32_768, true],
  ['gpt-5', 400_000, 128_000, true],
  ['gpt-5-chat', 400_000, 128_000, false],
  ...['1', '2', '3'].flatMap(
    minor =>
      [
        [`gpt-5-${minor}`, 400_000, 128_000, true],
        [`gpt-5-${minor}-chat`, 128_000, 16_384, true],
      ] as const,
  ),
  ['gpt-5-4', 1_050_000, 128_000, true],
  ['gpt-5-4-mini', 400_000, 128_000, true],
  ['gpt-5-4-nano', 400_000, 128_000, true],
  ['gpt-5-5', 1_050_000, 128_000, true],
  ['o1', 200_000, 100_000, true],
  ['o1-mini', 128_000, 65_536, false],
  ['o1-preview', 128_000, 32_768, false],
  ['o3', 200_000, 100_000, true],
  ['o4-mini', 200_000, 100_000, true],
  ['gpt-oss', 131_072, 32_768, true],

  ['claude-3', 200_000, 4096, true],
  ['claude-3-5', 200_000, 8192, true],
  ['claude-3-7', 200_000, 64_000, true],
  ['claude-opus-4', 200_000, 32_000, true],
  ['claude-opus-4-5', 200_000, 64_000, true],
  ...['6', '7', '8'].map(minor => [`claude-opus-4-${minor}`, 1_000_000, 128_000, true] as const),
  ['claude-sonnet-4', 200_000, 64_000, true],
  ['claude-sonnet-4-6', 1_000_000, 64_000, true],
  ['claude-sonnet-5', 1_000_000, 128_000, true],
  ['claude-haiku-4-5', 200_000, 64_000, true],

  ['gemini-2-0', m, 8192, true],
  ['gemini-2-5', m, 65_536, true],
  ['gemini-3', m, 65_536, true],
  ['gemini-3-1', m, 65_536, true],
  ['gemini-3-5', m, 65_536, true],
  ['gemini-flash', m, 65_536, true],
  ['gemma-3', 128 * k, 8192, false],
  ['gemma3', 128 * k, 8192, false],
  ['gemma-4', 256 * k, 32_768, true],
  ['gemma-4-e2b', 128 * k, 8192, true],
  ['gemma-4-e4b', 128 * k, 8192, true],

  ['mistral-large', 256 * k, 32_768, true],
  ['mistral-medium', 128 * k, 32_768, true],
  ['mistral-medium-latest', 256 * k, 32_768, true],
  ['mistral-small', 128_000, 16_384, true],
  ['mistral-nemo', 128_000, 16_384, true],
  ['ministral', 128_000, 16_384, true],
  ['pixtral', 128_000, 16_384, true],
  ['codestral', 256_000, 4096, true],
  ['devstral', 128_000, 32_768, true],
  ['magistral', 128_000, 16_384, true],

  ['grok-4', 256_000, 30_000, true],
  ['grok-4-20', 1_000_000, 30_000, true],
  ['grok-4-3', 1_000_000, 30_000, true],

  ['deepseek-chat', 1_000_000, 65_536, true],
  ['deepseek-reasoner', 1_000_000, 65_536, true],
  ['deepseek-v4', 1_000_000, 65_536, true],
  ['deepseek-v3', 128_000, 8192, true],
  ['deepseek-r1', 128_000, 32_768, false],

  ['qwen-max', 32_768, 8192, true],
  ['qwen-plus', 1_000_000, 32_768, true],
  ['qwen-flash', 1_000_000, 32_768, true],
  ['qwen-vl', 131_072, 8192, true],
  ['qwen2-5-vl', 131_072, 8192, true],
  ['qwen2-5vl', 125_000, 8192, false],
  ['qwen3', 40_960, 16_384, true],
  ['qwen3-coder', 256 * k, 65_536, true],
  ['qwen3-max', 256 * k, 65_536, true],
  ['qwen3-vl', 128 * k, 32_768, true],
  ['qwen3-5', 256 * k, 65_536, true],
  ['qwen3-6', 256 * k, 65_536, true],
  ['qwen3-7', 1_000_000, 64_000, true],

  ['kimi-k2', 128 * k, 65_536, true],
  ...['5', '6', '7'].map(minor => [`kimi-k2-${minor}`, 256 * k, 65_536, true] as const),
  ['glm-4-5', 131_072, 98_304, true],
  ['glm-4-5v', 64_000, 16_384, true],
  ['glm-4-6', 204_800, 131_072, true],
  ['glm-4-6v', 128_000, 32_768, true],
  ['glm-4-7', 200_000, 131_072, true],
  ['glm-5', 200_000, 131_072, true],
  ['minimax-m2', 196_608, 128_000, true],
  ['minimax-m3', 512_000, 128_000, true],

  ['llama-3-1', 128_000, 4096, true],
  ['llama3-1', 128 * k, 4096, true],
  ['llama-3-2', 128_000, 4096, true],
  ['llama3-2', 128 * k, 4096, true],
  ['llama3-2-vision', 128 * k, 4096, false],
  ['llama-3-3', 128_000, 4096, true],
  ['llama3-3', 128 * k, 4096, true],
  ['llama-4', 1_000_000, 16_384, true],
  ['command-a', 128_000, 8000, true],
  ['command-r', 128_000, 4000, true],
];

/** Characters of an id that are looked at. */
const longestId = 200;

/**
 * What a model is known to take, by its id with any provider; `undefined` for one that is not known. It is what the model can do:
 * a server on a person's own machine may have been started with less.
 */
export function knownLimits(id: string): ModelLimits | undefined {
  const name = (id.slice(0, longestId).split('/').at(-1) ?? '').toLowerCase().replaceAll('.', '-');
  let longest = '';
  let limits: ModelLimits | undefined;
  for (const [family, contextWindow, maxOutputTokens, supportsTools] of families)
    if (family.length > longest.length && isOf(name, family)) {
      longest = family;
      limits = { contextWindow, maxOutputTokens, supportsTools };
    }
  return limits;
}

/** Whether a name begins so, and goes on with another word: `gpt-4-1` is not `gpt-4-1106-preview`. */
function isOf(name: string, family: string): boolean {
  return name.startsWith(family) && !/[a-z\d]/.test(name.charAt(family.length));
}
