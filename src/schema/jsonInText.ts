import { isJsonObject, parseJson } from '../base/json.ts';

/** Longest answer that is looked through, characters. */
const longest = 1_000_000;
/** Braces that are tried as the beginning of an object. */
const mostTries = 50;

/**
 * The JSON object of an answer: the answer itself, the content of its only code block, or the one object that stands
 * among its words.
 * @returns `undefined` where there is none, or more than one.
 */
export function jsonInText(text: string): Record<string, unknown> | undefined {
  if (text.length > longest) return undefined;
  const content = text.replace(/^\uFEFF/, '');
  const whole = parsedObject(content);
  if (whole !== undefined) return whole;
  const fences = [...content.matchAll(/^ {0,3}```[\w-]*[ \t]*\r?\n([\s\S]*?)^ {0,3}```/gm)];
  const inFence = fences.length === 1 ? parsedObject(fences[0]?.[1] ?? '') : undefined;
  return inFence ?? onlyObjectIn(content);
}

function onlyObjectIn(text: string): Record<string, unknown> | undefined {
  const found: Record<string, unknown>[] = [];
  let at = text.indexOf('{');
  for (let tries = 0; at !== -1 && tries < mostTries && found.length < 2; tries++) {
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parsedObject(text.slice(at, end));
    if (value !== undefined) found.push(value);
    at = text.indexOf('{', value === undefined || end === undefined ? at + 1 : end);
  }
  return found.length === 1 && at === -1 ? found[0] : undefined;
}

/** Where the object that begins at `start` ends, braces in texts aside. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
