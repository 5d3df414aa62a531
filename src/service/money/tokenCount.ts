/** Tokens as a provider counted them. */
export interface TokenCount {
  inputTokens: number;
  outputTokens: number;
}
