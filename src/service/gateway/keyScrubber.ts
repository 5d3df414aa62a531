import { redact } from '../../base/redact.ts';
import { trimEnd } from '../../base/trimEnd.ts';

const mask = Buffer.from('[key]');

/** Below this length a "key", such as a local server's `x`, would only tear words apart. */
const shortestKey = 4;

const [backslash, percent, letterU] = [0x5c, 0x25, 0x75];

/**
 * Takes a key out of bytes that pass by, in each of its spellings. Only bytes that might be the beginning of the key
 * are held back, until the next piece tells; with an event's end at the end of a piece that is none. Answers of
 * any length pass here, for everybody at once: it looks at bytes, some hundred megabytes in a second, where
 * `SecretFilter`, which knows more spellings, takes a second for five. What a failure says goes through `redact`.
 */
export interface KeyScrubber {
  push: (chunk: Uint8Array) => Uint8Array<ArrayBuffer>;
  /** What was held back. */
  rest: () => Uint8Array<ArrayBuffer>;
}

/** A scrubber for `key`; without a key it lets all pass. */
export function scrubKey(key: string | undefined): KeyScrubber {
  if (key === undefined || key.length < shortestKey)
    return { push: chunk => buffer(chunk), rest: () => Buffer.alloc(0) };
  const secrets = [Buffer.from(key), ...base64Spellings(key), ...hexadecimalSpellings(key)];
  const begins = new Uint8Array(256);
  for (const byte of [...secrets.map(secret => secret[0] ?? 0), backslash, percent]) begins[byte] = 1;
  let held = Buffer.alloc(0);
  return {
    push: chunk => {
      const bytes = held.length === 0 ? buffer(chunk) : Buffer.concat([held, chunk]);
      const parts: Buffer<ArrayBuffer>[] = [];
      let from = 0;
      let at = 0;
      let keep = bytes.length;
      while (at < bytes.length) {
        const length = mayBegin(bytes, at, begins) ? longestMatch(bytes, at, secrets) : 0;
        if (length === 'open') {
          keep = at;
          break;
        }
        if (length > 0) {
          parts.push(bytes.subarray(from, at), mask);
          from = at + length;
        }
        at += Math.max(1, length);
      }
      held = Buffer.from(bytes.subarray(keep));
      return parts.length === 0
        ? bytes.subarray(0, keep)
        : Buffer.concat([...parts, bytes.subarray(from, keep)]);
    },
    rest: () => held,
  };
}

/** Whether a key could begin here; most of JSON's escapes are line breaks and the like, where none does. */
function mayBegin(bytes: Buffer, at: number, begins: Uint8Array): boolean {
  const byte = bytes[at] ?? 0;
  if (begins[byte] === 0) return false;
  const next = bytes[at + 1];
  return byte !== backslash || next === undefined || next === letterU || escapable.includes(next);
}

function buffer(bytes: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

/** What a key's bytes become within base64, at each of the three places where they may begin. */
function base64Spellings(key: string): Buffer[] {
  return [0, 1, 2].flatMap(before => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]).toString('base64');
    // What depends on the bytes beside the key's says nothing of it.
    const own = trimEnd(text, '=').slice(
      before === 0 ? 0 : before + 1,
      ((before + key.length) % 3 === 0 ? 0 : -1) || undefined,
    );
    return own.length < 8
      ? []
      : [Buffer.from(own), Buffer.from(own.replaceAll('+', '-').replaceAll('/', '_'))];
  });
}

/** A key's bytes as hexadecimal digits, of which a short key has too few to be told from a number. */
function hexadecimalSpellings(key: string): Buffer[] {
  const digits = Buffer.from(key).toString('hex');
  return digits.length < 16 ? [] : [Buffer.from(digits), Buffer.from(digits.toUpperCase())];
}

/** Bytes of the secret that begins here, 0 where none does, `open` where more bytes have to tell. */
function longestMatch(bytes: Buffer, at: number, secrets: readonly Buffer[]): number | 'open' {
  let longest = 0;
  for (const secret of secrets) {
    const length = matchedBytes(bytes, at, secret);
    if (length === 'open') return 'open';
    longest = Math.max(longest, length);
  }
  return longest;
}

/** What JSON may write with a backslash before it. */
const escapable = [...Buffer.from('"\\/')];
/** The first bytes of a key stand together, and only so many line breaks stand within it in a row. */
const cannotBreak = 4;
const mostBreaks = 4;

/** The same for one secret, each byte of which may be spelled in any way, and which may be broken over lines. */
function matchedBytes(bytes: Buffer, start: number, secret: Buffer): number | 'open' {
  let at = start;
  for (let index = 0; index < secret.length; index += 1) {
    if (index >= cannotBreak) at = pastLineBreak(bytes, at);
    const length = spelled(bytes, at, secret[index] ?? 0);
    if (length === 'open') return 'open';
    if (length === 0) return 0;
    at += length;
  }
  return at - start;
}

/** Bytes by which one byte is spelled here: itself, `\u0073` and `\/` as JSON has it, `%73` as an address has it. */
function spelled(bytes: Buffer, at: number, byte: number): number | 'open' {
  if (at >= bytes.length) return 'open';
  const first = bytes[at];
  if (first === backslash) {
    if (at + 1 >= bytes.length) return 'open';
    const second = bytes[at + 1];
    if (second === letterU) {
      const hex = hexadecimal(bytes, at + 2, 4);
      if (hex === 'open' || hex === byte) return hex === 'open' ? hex : 6;
      return 0;
    }
    if (second === byte && escapable.includes(byte)) return 2;
    return byte === backslash ? 1 : 0;
  }
  if (first === byte) return 1;
  if (first !== percent) return 0;
  const hex = hexadecimal(bytes, at + 1, 2);
  if (hex === 'open') return 'open';
  return hex === byte ? 3 : 0;
}

function hexadecimal(bytes: Buffer, at: number, digits: number): number | 'open' | undefined {
  const text = bytes.toString('latin1', at, at + digits);
  if (!/^[0-9a-f]*$/i.test(text)) return undefined;
  return text.length < digits ? 'open' : Number.parseInt(text, 16);
}

/** Past line breaks, as they are or as JSON spells them. */
function pastLineBreak(bytes: Buffer, start: number): number {
  let at = start;
  for (let breaks = 0; breaks < mostBreaks; breaks += 1) {
    const [first, second] = [bytes[at], bytes[at + 1]];
    if (first === 0x0a || first === 0x0d) at += 1;
    else if (first === backslash && (second === 0x6e || second === 0x72)) at += 2;
    else return at;
  }
  return at;
}

/** Characters of a text of a reason; what is longer says nothing more. */
const longestText = 2000;

/**
 * A provider's reason for a failure without the key, also where the provider itself shows parts of it ("sk-a***z").
 * JSON stays JSON: only its texts and the names of its members change. It is of few levels.
 */
export function redactReason(value: unknown, key: string | undefined): unknown {
  if (typeof value === 'string') return redactedText(value, key);
  if (Array.isArray(value)) return value.map(item => redactReason(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redactedText(name, key), redactReason(item, key)]),
  );
}

/** The whole is redacted before it is cut: a part of a key is none that could be known again. */
function redactedText(text: string, key: string | undefined): string {
  return redact(text, key)
    .slice(0, longestText)
    .split(/([\s"'<>()]+)/)
    .map(word => (word.includes('***') ? '…' : word))
    .join('');
}
