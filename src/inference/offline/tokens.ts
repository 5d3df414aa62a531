/** Estimated tokens of a picture, whatever its size: the describer has no tokens of its own. */
export const pictureTokens = 765;

/** Estimated tokens of a text: four characters each, the usual rule of thumb for English. */
export function textTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** The text as far as `tokens` reach, to the end of a word. */
export function cutToTokens(text: string, tokens: number): string {
  if (textTokens(text) <= tokens) return text;
  return text.slice(0, tokens * charactersPerToken).replace(/\s*\S*$/, '');
}

const charactersPerToken = 4;
