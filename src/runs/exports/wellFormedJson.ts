/**
 * A value as JSON that every reader takes. Half of a surrogate pair, which a model may have cut, becomes the mark for what
 * cannot be shown: some readers of JSON Lines refuse a whole file for one.
 */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Only such halves are written as escapes that begin like this.
  return json.includes('\\ud')
    ? JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part))
    : json;
}
