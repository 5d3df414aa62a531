/** A JSON object whose members are still to be checked. */
export type JsonObject = Record<string, unknown>;

/** The value of a text that is JSON; `undefined` where it is something else: the caller decides what that means. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object, neither a list nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
