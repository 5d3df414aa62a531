/** A member of the object at the top. */
export interface JsonMember {
  /** Its value as it is written. */
  text: string;
  /** Where the value is written: its first byte, and the one after its last. */
  start: number;
  end: number;
  /** How often a member of this name stands there; the last one counts. */
  times: number;
}

/** What {@link JsonMembers} looks for. */
export interface JsonMembersOptions {
  /** Names of members of the object at the top, each with the most bytes of a value that is kept. */
  wanted?: Readonly<Record<string, number>>;
  /** Most levels of arrays and objects. 100. */
  levels?: number;
}

/** Bytes that are no JSON, or nested too deeply; the message says which. */
export class JsonRefused extends Error {
  /** Whether it is nested too deeply. */
  readonly deep: boolean;

  constructor(message: string, deep = false) {
    super(message);
    this.name = 'JsonRefused';
    this.deep = deep;
  }
}

/** Bytes of a name of a member that is compared with those wanted. */
const longestName = 200;
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
/** What closes each opening bracket. */
const closing = new Map([
  [0x7b, 0x7d],
  [0x5b, 0x5d],
]);
const closeObject = 0x7d;
/** 1 for the bytes that matter at every level. */
const structural = new Uint8Array(256);
for (const byte of Buffer.from('"{}[]')) structural[byte] = 1;

/**
 * Finds members of a JSON object that passes by in pieces, without parsing or keeping it: only brackets and strings are
 * followed, and within strings nothing but their end is looked for, so that pictures cost next to nothing. Brackets
 * that do not match and too many levels are refused; other faults are left to who parses it.
 */
export class JsonMembers {
  readonly #wanted: ReadonlyMap<string, number>;
  readonly #levels: number;
  /** The brackets that are to close what is open. */
  readonly #open: number[] = [];
  readonly #found = new Map<string, JsonMember>();
  #begun = false;
  #string: 'none' | 'within' | 'escaped' = 'none';
  /** Where within the object at the top. */
  #part: 'name' | 'value' = 'name';
  #name = '';
  /** The name or value at hand: where it begins, and its bytes as far as they are kept. */
  #kept: { start: number; most: number; pieces: Buffer[]; length: number } | undefined;
  #piece: Buffer = Buffer.alloc(0);
  /** Bytes before the piece at hand. */
  #before = 0;

  constructor({ wanted = {}, levels = 100 }: JsonMembersOptions = {}) {
    this.#wanted = new Map(Object.entries(wanted));
    this.#levels = levels;
  }

  /** @throws {JsonRefused} */
  push(bytes: Uint8Array): void {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#piece = piece;
    let nextQuote = -1;
    let nextBackslash = -1;
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#string === 'none') {
        const byte = piece[at] ?? 0;
        // Below the top only brackets and strings matter: most bytes end here.
        if (this.#open.length < 2 || structural[byte] === 1) this.#byte(byte, at);
      } else if (this.#string === 'escaped') this.#string = 'within';
      else {
        // Each is looked for again only once it was passed, so that no byte is looked at twice.
        if (nextQuote < at) nextQuote = position(piece, quote, at);
        if (nextBackslash < at) nextBackslash = position(piece, backslash, at);
        at = Math.min(nextQuote, nextBackslash);
        if (nextBackslash < nextQuote) this.#string = 'escaped';
        else if (nextQuote < piece.length) this.#endString(at + 1);
      }
    }
    this.#keep(piece.length);
    this.#before += piece.length;
  }

  /**
   * The members wanted that were found; those whose value is too long are left out.
   * @throws {JsonRefused} where the object or array has not ended.
   */
  end(): ReadonlyMap<string, JsonMember> {
    if (!this.#begun || this.#open.length > 0) throw new JsonRefused('it ends too early');
    return this.#found;
  }

  #byte(byte: number, at: number): void {
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) return;
    const close = closing.get(byte);
    if (this.#open.length === 0 && (this.#begun || close === undefined))
      throw new JsonRefused('it is no JSON object');
    const ends = byte === comma || byte === closeObject;
    if (this.#atTop && this.#part === 'value' && !this.#kept && !ends)
      this.#begin(at, this.#wanted.get(this.#name) ?? 0);
    if (close !== undefined) {
      this.#begun = true;
      if (this.#open.push(close) > this.#levels)
        throw new JsonRefused(`it is nested in more than ${this.#levels} levels`, true);
    } else if (byte === quote) {
      this.#string = 'within';
      if (this.#atTop && this.#part === 'name') this.#begin(at, longestName);
    } else if (byte === colon) {
      if (this.#atTop) this.#part = 'value';
    } else if (byte === 0x5d || ends) {
      if (this.#atTop) this.#endMember(at);
      if (byte !== comma && this.#open.pop() !== byte) throw new JsonRefused('its brackets do not match');
    }
  }

  /** Whether what comes belongs to the object at the top itself. */
  get #atTop(): boolean {
    return this.#open.length === 1 && this.#open[0] === closeObject;
  }

  #endString(at: number): void {
    this.#string = 'none';
    if (!this.#atTop || this.#part !== 'name') return;
    this.#name = unquoted(this.#text(at) ?? '');
    this.#kept = undefined;
  }

  #endMember(at: number): void {
    const start = this.#kept?.start ?? 0;
    const text =
      this.#part === 'value' && this.#wanted.has(this.#name) ? this.#text(at)?.trimEnd() : undefined;
    if (text !== undefined) {
      const times = (this.#found.get(this.#name)?.times ?? 0) + 1;
      this.#found.set(this.#name, { text, start, end: start + Buffer.byteLength(text), times });
    }
    this.#part = 'name';
    this.#name = '';
    this.#kept = undefined;
  }

  #begin(at: number, most: number): void {
    this.#kept = { start: this.#before + at, most, pieces: [], length: 0 };
  }

  /** Keeps what has come of the name or value at hand, up to a place in the piece. */
  #keep(upTo: number): void {
    const kept = this.#kept;
    if (!kept || kept.length > kept.most) return;
    const part = this.#piece.subarray(Math.max(0, kept.start - this.#before), upTo);
    kept.length += part.length;
    // A copy: the piece belongs to who pushed it.
    if (kept.length <= kept.most) kept.pieces.push(Buffer.from(part));
    else kept.pieces = [];
  }

  /** The name or value at hand, which ends there; nothing where it is too long. */
  #text(upTo: number): string | undefined {
    this.#keep(upTo);
    const kept = this.#kept;
    return kept && kept.length <= kept.most ? Buffer.concat(kept.pieces).toString('utf8') : undefined;
  }
}

/** Most strings are short: those are looked through here, the others by the faster search that takes longer to begin. */
function position(piece: Buffer, byte: number, from: number): number {
  const near = Math.min(from + 16, piece.length);
  for (let at = from; at < near; at += 1) if (piece[at] === byte) return at;
  const found = piece.indexOf(byte, near);
  return found === -1 ? piece.length : found;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return ''; // None of those wanted.
  }
}
