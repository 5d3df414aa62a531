/*
 * Just enough of ONNX's protocol buffers (onnx.proto3) to write a small graph by hand.
 */

/** An attribute of a node: whole numbers, or one. */
export type Attribute = { name: string; ints: readonly number[] } | { name: string; int: number };

/** An operation of a graph. */
export interface Operation {
  type: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: readonly Attribute[];
}

/** Values that belong to a graph. */
export interface Constant {
  name: string;
  shape: readonly number[];
  values: Float32Array | BigInt64Array;
}

/** What goes in or comes out: its element type and shape, names standing for any size. */
export interface Port {
  name: string;
  type: 'float' | 'int64';
  shape: readonly (number | string)[];
}

/** A model of one graph. */
export interface Graph {
  operations: readonly Operation[];
  constants: readonly Constant[];
  inputs: readonly Port[];
  outputs: readonly Port[];
}

const elementTypes = { float: 1, int64: 7 } as const;
const attributeTypes = { int: 2, ints: 7 } as const;

/** The bytes of an ONNX file with this graph. */
export function onnxFile({ operations, constants, inputs, outputs }: Graph): Buffer {
  const graph = [
    ...operations.map(operation => message(1, operationBytes(operation))),
    text(2, 'graph'),
    ...constants.map(constant => message(5, constantBytes(constant))),
    ...inputs.map(port => message(11, portBytes(port))),
    ...outputs.map(port => message(12, portBytes(port))),
  ];
  return Buffer.concat([number(1, 8), message(7, graph), message(8, [text(1, ''), number(2, 17)])]);
}

function operationBytes({ type, inputs, outputs, attributes = [] }: Operation): Buffer[] {
  return [
    ...inputs.map(name => text(1, name)),
    ...outputs.map(name => text(2, name)),
    text(4, type),
    ...attributes.map(attribute => message(5, attributeBytes(attribute))),
  ];
}

function attributeBytes(attribute: Attribute): Buffer[] {
  const name = text(1, attribute.name);
  return 'int' in attribute
    ? [name, number(3, attribute.int), number(20, attributeTypes.int)]
    : [name, ...attribute.ints.map(int => number(8, int)), number(20, attributeTypes.ints)];
}

function constantBytes({ name, shape, values }: Constant): Buffer[] {
  const type = values instanceof Float32Array ? elementTypes.float : elementTypes.int64;
  return [
    ...shape.map(size => number(1, size)),
    number(2, type),
    text(8, name),
    bytes(9, Buffer.from(values.buffer)),
  ];
}

function portBytes({ name, type, shape }: Port): Buffer[] {
  const sizes = shape.map(size => message(1, [typeof size === 'number' ? number(1, size) : text(2, size)]));
  return [text(1, name), message(2, [message(1, [number(1, elementTypes[type]), message(2, sizes)])])];
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content));
}

function message(field: number, parts: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}

function varint(value: number): Buffer {
  const groups: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    groups.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(groups);
  }
}
