import type { FloatRun } from './thinFile.ts';

/** A field of a message in the protocol buffers' wire format: a number, or where its bytes lie. */
type Field = { number: number } & ({ value: number } | { from: number; to: number });

/** The fields of the message between two places. */
function* fieldsOf(bytes: Buffer, from: number, to: number): Generator<Field> {
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
    const tag = varint();
    const [number, wire] = [tag >> 3, tag & 7];
    if (wire === 0) {
      yield { number, value: varint() };
      continue;
    }
    const length = wire === 2 ? varint() : wire === 5 ? 4 : 8;
    yield { number, from: at, to: at + length };
    at += length;
  }
}

/** The messages in the fields of one number. */
function* messages(
  bytes: Buffer,
  { from, to }: { from: number; to: number },
  number: number,
): Generator<{ from: number; to: number }> {
  for (const field of fieldsOf(bytes, from, to)) if (field.number === number && 'from' in field) yield field;
}

/** Field numbers of onnx.proto: ModelProto.graph, GraphProto.node and .initializer, NodeProto.attribute, AttributeProto.t. */
const proto = { graph: 7, node: 1, initializer: 5, attribute: 5, tensor: 5 };

/** Where the float32 weights of an ONNX file lie, those of constants among its nodes, too. */
export function onnxFloats(file: Buffer): FloatRun[] {
  const runs: FloatRun[] = [];
  for (const graph of messages(file, { from: 0, to: file.length }, proto.graph)) {
    for (const tensor of messages(file, graph, proto.initializer)) runs.push(...floatsOf(file, tensor));
    for (const node of messages(file, graph, proto.node))
      for (const attribute of messages(file, node, proto.attribute))
        for (const tensor of messages(file, attribute, proto.tensor)) runs.push(...floatsOf(file, tensor));
  }
  return runs;
}

/** The raw_data (9) of a TensorProto whose data_type (2) is FLOAT (1). */
function floatsOf(file: Buffer, { from, to }: { from: number; to: number }): FloatRun[] {
  const fields = [...fieldsOf(file, from, to)];
  const isFloat = fields.some(field => field.number === 2 && 'value' in field && field.value === 1);
  return isFloat
    ? fields.flatMap(field =>
        field.number === 9 && 'from' in field ? [[field.from, (field.to - field.from) / 4] as FloatRun] : [],
      )
    : [];
}
