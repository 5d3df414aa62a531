import { proto } from './onnxFloats.ts';
import { bytesField, fieldsOf, floatField, messages, numberField, type Span } from './protobuf.ts';

/** Field numbers of NodeProto in onnx.proto, and of AttributeProto. */
const nodeField = { input: 1, output: 2, op: 4 };
const attributeField = { name: 1, float: 2, wholes: 8, type: 20 };

/** AttributeProto.AttributeType.FLOAT. */
const floatType = 1;

/** A node of a graph. */
export interface OnnxNode {
  op: string;
  inputs: string[];
  outputs: string[];
  /** Its other fields: attributes, its name. They are parts of the file, and change with it. */
  rest: Buffer[];
}

/** Reads a node that lies there in the file. */
export function readNode(file: Buffer, span: Span): OnnxNode {
  const node: OnnxNode = { op: '', inputs: [], outputs: [], rest: [] };
  for (const field of fieldsOf(file, span)) {
    const text = 'from' in field ? file.toString('utf8', field.from, field.to) : '';
    if (field.number === nodeField.input) node.inputs.push(text);
    else if (field.number === nodeField.output) node.outputs.push(text);
    else if (field.number === nodeField.op) node.op = text;
    else node.rest.push(file.subarray(field.start, field.end));
  }
  return node;
}

/** The message of a node. */
export function nodeMessage({ op, inputs, outputs, rest }: OnnxNode): Buffer {
  const texts = (number: number, all: readonly string[]): Buffer[] =>
    all.map(text => bytesField(number, Buffer.from(text)));
  return Buffer.concat([
    ...texts(nodeField.input, inputs),
    ...texts(nodeField.output, outputs),
    ...texts(nodeField.op, [op]),
    ...rest,
  ]);
}

/** An attribute that is a number, as a field of a node. */
export function floatAttribute(name: string, value: number): Buffer {
  return bytesField(
    proto.attribute,
    Buffer.concat([
      bytesField(attributeField.name, Buffer.from(name)),
      floatField(attributeField.float, value),
      numberField(attributeField.type, floatType),
    ]),
  );
}

/** The numbers of an attribute: one float, or a list of whole numbers below 128. Empty where there is none of that name. */
export function attributeOf(node: OnnxNode, wanted: string): number[] {
  const bytes = Buffer.concat(node.rest);
  for (const span of messages(bytes, { from: 0, to: bytes.length }, proto.attribute)) {
    const fields = [...fieldsOf(bytes, span)];
    const isWanted = fields.some(
      field =>
        field.number === attributeField.name &&
        'from' in field &&
        bytes.toString('utf8', field.from, field.to) === wanted,
    );
    if (isWanted)
      return fields.flatMap(field => {
        if (field.number === attributeField.float && 'from' in field) return [bytes.readFloatLE(field.from)];
        if (field.number !== attributeField.wholes) return [];
        return 'value' in field ? [field.value] : [...bytes.subarray(field.from, field.to)];
      });
  }
  return [];
}
