import type { Usage } from '../inference/api/answer.ts';

/** What nothing costs. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** The tokens of both. */
export function sumOf(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
