/** Bytes of a block: what a header takes, and what the data of a member is filled up to. */
export const blockBytes = 512;

/** What a header says of the member that follows. */
export interface TarHeader {
  name: string;
  /** Bytes of data. */
  size: number;
  /** One character; `0` is a file. */
  type: string;
}

/** Reads a header; `end` for a block of zeros, `undefined` where it is none. */
export function tarHeader(block: Uint8Array): TarHeader | 'end' | undefined {
  if (block.every(byte => byte === 0)) return 'end';
  const size = numberIn(block.subarray(124, 136));
  if (size === undefined || numberIn(block.subarray(148, 156)) !== checksum(block)) return undefined;
  const isPosix = textIn(block.subarray(257, 263)) === 'ustar' && block[262] === 0;
  const prefix = isPosix ? textIn(block.subarray(345, 500)) : '';
  const own = textIn(block.subarray(0, 100));
  return {
    name: prefix === '' ? own : `${prefix}/${own}`,
    size,
    type: block[156] === 0 ? '0' : String.fromCharCode(block[156] ?? 0),
  };
}

/** Text up to the first NUL. */
export function textIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** The records of a pax header: `LENGTH NAME=VALUE` and a line break each. What cannot be read ends them. */
export function paxRecords(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  let rest = bytes;
  while (rest.length > 0) {
    const space = rest.indexOf(0x20);
    const length = space < 0 ? NaN : Number(textIn(rest.subarray(0, space)));
    if (!Number.isSafeInteger(length) || length <= space + 1 || length > rest.length) break;
    const record = new TextDecoder().decode(rest.subarray(space + 1, length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) records.set(record.slice(0, equals), record.slice(equals + 1));
    rest = rest.subarray(length);
  }
  return records;
}

/** The sum of a header's bytes, its own field taken for spaces. */
function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 0x20 : byte), 0);
}

/** A number in octal digits, or where the first bit is set, in bytes; `undefined` where it is none that can be used. */
function numberIn(field: Uint8Array): number | undefined {
  const [first = 0] = field;
  if ((first & 0x80) === 0) {
    const digits = textIn(field).trim();
    return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : undefined;
  }
  // The other sign is that of negative numbers.
  const value = first === 0x80 ? field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0) : NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
