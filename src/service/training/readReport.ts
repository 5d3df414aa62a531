/** A number that JSON does not have, as Python and JavaScript libraries write it. */
const bareNumber = /-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses a report of a training script. Python's `json.dumps` writes `NaN` and `Infinity` bare, which is no JSON: one loss
 * that is none shall not cost the whole batch. They come back as texts, and so does a number too large for a double.
 * @throws {SyntaxError}
 */
export function parseReport(text: string): unknown {
  if (!/\b(?:NaN|Infinity)\b|\d[eE]\+?\d{3}/.test(text)) return JSON.parse(text);
  return JSON.parse(withQuotedNumbers(text), (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}

/** Puts such numbers into quotes, but for those within strings. */
function withQuotedNumbers(text: string): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const start = text.indexOf('"', from);
    parts.push(text.slice(from, start < 0 ? undefined : start).replace(bareNumber, '"$&"'));
    if (start < 0) break;
    from = endOfString(text, start);
    parts.push(text.slice(start, from));
  }
  return parts.join('');
}

/** The place behind the string that begins at `start`; the end of the text where it never ends. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
