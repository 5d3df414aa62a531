import { shortenData } from './encodedData.ts';
import { gone, withoutLikelySecrets, withoutServiceKeys } from './likelySecrets.ts';
import { knownSecrets, type Range } from './secretSpellings.ts';

/** Secrets that are known where a text is looked through; what is absent or shorter than four characters is none. */
export type Secrets = readonly (string | undefined)[];

/**
 * `text` without secrets: every log line and every error passes through here. Masks the exact `secrets` given in every
 * spelling, and whatever looks like a key, a header or an address with credentials in it. Of a service key the display
 * prefix stays. Redacting twice changes nothing more. Redact before you cut: of a cut key no more than the half is
 * recognised.
 */
export function redact(text: string, ...secrets: Secrets): string {
  return redactAs(text, secrets, false);
}

/** The same for a text that may have been cut off anywhere, as each that came over a connection. */
export function redactCut(text: string, ...secrets: Secrets): string {
  return redactAs(text, secrets, true);
}

/**
 * `text` without the exact `secrets`, in every spelling, and otherwise as it is: for answers. A word that a local server
 * takes for a key (`lm-studio`) is no secret there.
 */
export function redactExact(text: string, ...secrets: Secrets): string {
  return without(text, knownSecrets(secrets, { words: false }).find(text));
}

/** Levels of a value of JSON that are looked through; what lies deeper is left out. */
const deepest = 100;

/** A value of JSON whose texts and names have passed {@link redact}. */
export function redactJson(value: unknown, ...secrets: Secrets): unknown {
  return redactLevel(value, secrets, deepest);
}

function redactLevel(value: unknown, secrets: Secrets, levels: number): unknown {
  if (typeof value === 'string') return redactCut(value, ...secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return gone;
  if (Array.isArray(value)) return value.map(item => redactLevel(item, secrets, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      redact(name, ...secrets),
      redactLevel(item, secrets, levels - 1),
    ]),
  );
}

/** Most characters that are held back while it is open whether they begin a secret. */
const longestHeld = 4096;

/** Takes the exact secrets out of a text that comes in pieces, wherever it was split. */
export class SecretFilter {
  readonly #known;
  #held = '';

  constructor(...secrets: Secrets) {
    this.#known = knownSecrets(secrets, { words: false });
  }

  /** What may be shown of the text so far; the rest comes with the next piece. */
  push(piece: string): string {
    const text = this.#held + piece;
    const open = this.#known.openEnd(text);
    let end = open > longestHeld ? text.length : text.length - open;
    // The end of a whole secret may be the beginning of another.
    for (const [from, to] of this.#known.find(text)) if (from < end && to > end) end = to;
    const shown = text.slice(0, end);
    this.#held = text.slice(end);
    return without(shown, this.#known.find(shown));
  }

  /** What was held back, at the end. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return without(rest, this.#known.find(rest));
  }
}

function redactAs(text: string, secrets: Secrets, cut: boolean): string {
  const shown = withoutServiceKeys(text);
  return withoutLikelySecrets(
    shortenData(without(shown, knownSecrets(secrets, { words: true }).find(shown, cut))),
  );
}

function without(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(from, start), gone);
    from = end;
  }
  return parts.join('') + text.slice(from);
}
