/** A part of a text: from the first character to before the last, in UTF-16 units. */
export type Range = readonly [from: number, to: number];

/** Below this length a "secret", such as a local server's `x`, would only tear words apart. */
const shortestSecret = 4;

/** Letters and digits that a secret must have to be looked for through escapes, line breaks and encodings. */
const shortestTrace = 8;

/** A secret with so many letters or digits counts as shown where half of it is. */
const longTrace = 24;

/** How one secret is recognised. */
interface Spellings {
  /** As it may stand in a text letter by letter. */
  plain: readonly string[];
  /** Whether it reads as a word (`lm-studio`) and is found only by itself. */
  isWord: boolean;
  /** Its letters and digits, as it is and encoded; see {@link traceOf}. */
  traces: readonly string[];
}

/** What finds secrets that are known; see {@link knownSecrets}. */
export interface KnownSecrets {
  /**
   * Where they stand in `text`, in order and without overlap. `cut`: the text may have been cut off anywhere, so the
   * beginning of a secret at its very end counts too.
   */
  find: (text: string, cut?: boolean) => Range[];
  /** How many characters at the end of `text` may be the beginning of one, so that what follows must tell. */
  openEnd: (text: string) => number;
}

/**
 * Finds `secrets` as they are, in any case; with escapes of JSON (also within JSON), of addresses or of HTML; as base64
 * at any alignment, as hexadecimal digits and as a list of bytes; broken over lines, with blanks, quotes or simple tags
 * within; and half of a long one. Takes time in proportion to the length of the text.
 */
export function knownSecrets(
  secrets: readonly (string | undefined)[],
  {
    words,
  }: {
    /** Words too, as local servers take for a key (`ollama`), where they stand by themselves. */ words: boolean;
  },
): KnownSecrets {
  const known = [...new Set(secrets)].filter(
    (secret): secret is string => secret !== undefined && secret.length >= shortestSecret,
  );
  const spellings = known.map(spellingsOf).filter(({ isWord }) => words || !isWord);
  const traces = [...new Set(spellings.flatMap(one => one.traces))];
  return {
    find: (text, cut = false) => {
      const found = spellings.flatMap(({ plain, isWord }) =>
        plain.flatMap(one => occurrences(text, one, isWord)),
      );
      if (traces.length > 0) found.push(...findTraces(traceOf(text), traces, cut));
      return merged(found);
    },
    openEnd: text => {
      const plain = spellings.flatMap(one => one.plain).map(one => endBegins(text, one));
      if (traces.length === 0) return Math.max(0, ...plain);
      const trace = traceOf(text);
      const traced = traces
        .map(one => endBegins(trace.letters, one))
        .map(length => (length === 0 ? 0 : text.length - trace.from(trace.letters.length - length)));
      return Math.max(...plain, ...traced);
    },
  };
}

function spellingsOf(secret: string): Spellings {
  const { letters } = traceOf(secret);
  const isWord = secret.length < shortestTrace || (letters.length < 16 && !/\d/.test(letters));
  const plain = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
  ];
  return {
    plain: [...new Set(plain)],
    isWord,
    traces: isWord || letters.length < shortestTrace ? [] : [letters, ...encodings(secret)],
  };
}

/** Traces of the secret in base64, by where it begins within a group of three bytes, in hexadecimal and as bytes. */
function encodings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = [0, 1, 2].map(before => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    // Only the digits that the secret alone decides.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    return btoa(String.fromCharCode(...padded)).slice(from, to);
  });
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return [...base64, hex, bytes.join('')].map(one => traceOf(one).letters);
}

function occurrences(text: string, secret: string, isWord: boolean): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    const to = at + secret.length;
    if (!isWord || !(isWordPart(text[at - 1]) || isWordPart(text[to]))) found.push([at, to]);
  }
  return found;
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9_-]/.test(character);
}

/** The letters and digits of a text, and where each of them stands in it. */
interface Trace {
  letters: string;
  from: (index: number) => number;
  to: (index: number) => number;
}

function findTraces(trace: Trace, secrets: readonly string[], cut: boolean): Range[] {
  const { letters } = trace;
  const found: Range[] = [];
  for (const secret of secrets) {
    const half = secret.length < longTrace ? secret.length : Math.ceil(secret.length / 2);
    const head = secret.slice(0, half);
    for (let at = letters.indexOf(head); at !== -1; at = letters.indexOf(head, at + half)) {
      let length = half;
      while (length < secret.length && letters[at + length] === secret[length]) length++;
      found.push([trace.from(at), trace.to(at + length - 1)]);
    }
    const tail = secret.slice(-half);
    if (tail !== head)
      for (let at = letters.indexOf(tail); at !== -1; at = letters.indexOf(tail, at + half)) {
        let before = 0;
        while (before < secret.length - half && letters[at - before - 1] === secret.at(-half - before - 1))
          before++;
        found.push([trace.from(at - before), trace.to(at + half - 1)]);
      }
    const open = cut ? endBegins(letters, secret) : 0;
    if (open >= shortestTrace) found.push([trace.from(letters.length - open), trace.to(letters.length - 1)]);
  }
  return found;
}

/** How many characters at the end of `text` are the beginning of `secret`, but not all of it. */
function endBegins(text: string, secret: string): number {
  const end = text.slice(-secret.length + 1);
  for (let from = 0; from < end.length; from++)
    if (secret.startsWith(end.slice(from))) return end.length - from;
  return 0;
}

function merged(ranges: Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.sort((one, other) => one[0] - other[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

const escapedCharacter = /(?:u\{0{0,4}([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|[nrtbfv])/iy;
const percentCharacter = /%(?:25){0,8}([0-9a-f]{2})/iy;
const htmlCharacter = /&(?:amp;){0,8}(?:#x0{0,6}([0-9a-f]{1,6})|#0{0,6}([0-9]{1,7})|[a-z]{2,24});/iy;
const tag = /<\/?([a-z]{1,6})\s?\/?>/iy;
const simpleTags: ReadonlySet<string> = new Set(
  'b br code div em font i kbd li mark p pre s span strong td tr tt u wbr'.split(' '),
);

/**
 * What is left of a text when its escapes are undone and all is left out that is no letter and no digit: the same for
 * each way in which a text may have been quoted. Capitals are lowered.
 */
function traceOf(text: string): Trace {
  const codes = new Uint16Array(text.length);
  const from = new Uint32Array(text.length);
  const to = new Uint32Array(text.length);
  let length = 0;
  const keep = (code: number, start: number, end: number): void => {
    const letter = letterOf(code);
    if (letter === undefined) return;
    codes[length] = letter;
    from[length] = start;
    to[length++] = end;
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const [end, meant] = specials.has(code) ? escapeAt(text, at, code) : [at + 1, code];
    if (meant !== undefined) keep(meant, at, end);
    at = end;
  }
  return {
    letters: decodeUnits(codes.subarray(0, length)),
    from: index => from[index] ?? text.length,
    to: index => to[index] ?? text.length,
  };
}

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;
const lessThan = 0x3c;
const specials: ReadonlySet<number> = new Set([backslash, percent, ampersand, lessThan]);

/** Where the escape that begins at `at` ends, and the character that it means, where it means one. */
function escapeAt(text: string, at: number, code: number): [end: number, meant: number | undefined] {
  if (code === backslash) {
    let end = at + 1;
    while (text.charCodeAt(end) === backslash) end++;
    const found = matchAt(escapedCharacter, text, end);
    if (found === null) return [end, undefined];
    return [end + found[0].length, numberOf(found[1] ?? found[2] ?? found[3], 16)];
  }
  if (code === lessThan) {
    const found = matchAt(tag, text, at);
    const isTag = found !== null && simpleTags.has(found[1]?.toLowerCase() ?? '');
    return [at + (isTag ? found[0].length : 1), undefined];
  }
  const found = matchAt(code === percent ? percentCharacter : htmlCharacter, text, at);
  if (found === null) return [at + 1, undefined];
  const meant = numberOf(found[1], 16) ?? numberOf(found[2], 10);
  // Bytes of a longer character, whose letters no secret has.
  return [at + found[0].length, code === percent && meant !== undefined && meant > 0x7f ? undefined : meant];
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function numberOf(digits: string | undefined, base: number): number | undefined {
  return digits === undefined ? undefined : Number.parseInt(digits, base);
}

/** The letter or digit, lowered; `undefined` for blanks, marks, and what cannot be seen. */
function letterOf(code: number): number | undefined {
  if ((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a)) return code;
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  if (code < 0xa1) return undefined;
  if (code > 0xffff) return 0xfffd;
  return unseen.some(([first, last]) => code >= first && code <= last) ? undefined : code;
}

/** Blanks beyond ASCII, and characters that take no room: soft hyphen, zero widths, directions, byte order mark. */
const unseen: readonly Range[] = [
  [0xad, 0xad],
  [0x180e, 0x180e],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

function decodeUnits(codes: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += 8192)
    parts.push(String.fromCharCode(...codes.subarray(at, at + 8192)));
  return parts.join('');
}
