/** A string, which stays as it is, or a number that JSON does not have, as Python and JavaScript libraries write it. */
const stringOrBareNumber = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses a report of a training script. Python's `json.dumps` writes `NaN` and `Infinity` bare, which is no JSON: one loss
 * that is none shall not cost the whole batch. They come back as texts, and so does a number too large for a double.
 * @throws {SyntaxError}
 */
export function parseReport(text: string): unknown {
  if (!/\b(?:NaN|Infinity)\b|\d[eE]\+?\d{3}/.test(text)) return JSON.parse(text);
  const quoted = text.replace(stringOrBareNumber, found => (found.startsWith('"') ? found : `"${found}"`));
  return JSON.parse(quoted, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}
