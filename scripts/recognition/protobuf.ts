/** A field of a message in the protocol buffers' wire format: where it lies, and its number or where its bytes lie. */
export type Field = { number: number; start: number; end: number } & (
  { value: number } | { from: number; to: number }
);

/** Part of a file. */
export interface Span {
  from: number;
  to: number;
}

/** The fields of the message between two places. */
export function* fieldsOf(bytes: Buffer, { from, to }: Span): Generator<Field> {
  let at = from;
  const varint = (): number => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(value);
    }
  };
  while (at < to) {
    const start = at;
    const tag = varint();
    const [number, wire] = [tag >> 3, tag & 7];
    if (wire === 0) {
      const value = varint();
      yield { number, start, end: at, value };
      continue;
    }
    const length = wire === 2 ? varint() : wire === 5 ? 4 : 8;
    yield { number, start, end: at + length, from: at, to: at + length };
    at += length;
  }
}

/** The messages or texts in the fields of one number. */
export function* messages(bytes: Buffer, span: Span, number: number): Generator<Span> {
  for (const field of fieldsOf(bytes, span)) if (field.number === number && 'from' in field) yield field;
}

/** A field that holds bytes: a text or a message. */
export function bytesField(number: number, content: Buffer): Buffer {
  return Buffer.concat([varintOf(number * 8 + 2), varintOf(content.length), content]);
}

/** A field that holds a float32. */
export function floatField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varintOf(number * 8 + 5), bytes]);
}

/** A field that holds a whole number from 0 on. */
export function numberField(number: number, value: number): Buffer {
  return Buffer.concat([varintOf(number * 8), varintOf(value)]);
}

function varintOf(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
