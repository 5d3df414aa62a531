/** Estimated tokens of a picture, whatever its size: the describer has no tokens of its own. */
export const pictureTokens = 765;

/** Estimated tokens of a text: four characters each, the usual rule of thumb for English. */
export function textTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** The text as far as `tokens` reach, to the end of a word. */
export function cutToTokens(text: string, tokens: number): string {
  if (textTokens(text) <= tokens) return text;
  const whole = text.slice(0, tokens * charactersPerToken);
  let end = whole.length;
  while (end > 0 && whole.charAt(end - 1).trim() !== '') end--;
  return whole.slice(0, end).trimEnd();
}

const charactersPerToken = 4;
