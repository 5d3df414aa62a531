import { floatsOfNode, proto } from './onnxFloats.ts';
import { attributeOf, floatAttribute, nodeMessage, readNode, type OnnxNode } from './onnxNodes.ts';
import { bytesField, fieldsOf, messages, type Span } from './protobuf.ts';
import type { FloatRun } from './thinFile.ts';

/**
 * An ONNX file that computes the same in fewer steps. PP-OCRv4 scales and shifts by single numbers before and after each
 * activation, over all pixels: these go into the weights of the convolutions beside them, and what the activation (a hard
 * swish) is written out as becomes HardSigmoid and Mul.
 */
export function foldedOnnx(original: Buffer): Buffer {
  const file = Buffer.from(original);
  const parts: Buffer[] = [];
  for (const field of fieldsOf(file, { from: 0, to: file.length }))
    parts.push(
      field.number === proto.graph && 'from' in field
        ? bytesField(proto.graph, foldedGraph(file, field))
        : file.subarray(field.start, field.end),
    );
  return Buffer.concat(parts);
}

function foldedGraph(file: Buffer, graph: Span): Buffer {
  const nodes: OnnxNode[] = [];
  const constants = new Map<string, FloatRun>();
  for (const span of messages(file, graph, proto.node)) {
    const node = readNode(file, span);
    nodes.push(node);
    const [run] = node.op === 'Constant' ? floatsOfNode(file, span) : [];
    if (run !== undefined && node.outputs[0] !== undefined) constants.set(node.outputs[0], run);
  }
  const folding = new Folding(file, nodes, constants);
  for (const node of nodes) if (node.op === 'Add') folding.shortenHardSwish(node);
  for (const node of nodes) if (node.op === 'Conv') folding.takeScaleAfter(node);
  for (const node of nodes) if (node.op === 'Conv') folding.takeScaleBefore(node);
  const others: Buffer[] = [];
  for (const field of fieldsOf(file, graph))
    if (field.number !== proto.node) others.push(file.subarray(field.start, field.end));
  return Buffer.concat([...folding.kept().map(node => bytesField(proto.node, nodeMessage(node))), ...others]);
}

/** Changes nodes, and in place the constants of a file that only one node reads. */
class Folding {
  readonly #file: Buffer;
  readonly #nodes: Set<OnnxNode>;
  readonly #constants: ReadonlyMap<string, FloatRun>;

  constructor(file: Buffer, nodes: readonly OnnxNode[], constants: ReadonlyMap<string, FloatRun>) {
    this.#file = file;
    this.#nodes = new Set(nodes);
    this.#constants = constants;
  }

  /** The nodes that are left, without constants that nobody reads any more. */
  kept(): OnnxNode[] {
    const read = new Set([...this.#nodes].flatMap(({ inputs }) => inputs));
    return [...this.#nodes].filter(
      ({ op, outputs }) => op !== 'Constant' || outputs.some(name => read.has(name)),
    );
  }

  /** x · clip(x + 3, 0, 6) ÷ 6, of which `add` is the first step. */
  shortenHardSwish(add: OnnxNode): void {
    const x = this.#given(add);
    const clip = this.#onlyReader(add, 'Clip');
    const product = clip && this.#onlyReader(clip, 'Mul');
    const quotient = product && this.#onlyReader(product, 'Div');
    if (x === undefined || !clip || !product || !quotient) return;
    const isSwish =
      this.#scalar(add) === 3 &&
      this.#scalar(quotient) === 6 &&
      product.inputs.includes(x) &&
      clip.inputs.length === 1 &&
      attributeOf(clip, 'min')[0] === 0 &&
      attributeOf(clip, 'max')[0] === 6;
    if (!isSwish) return;
    clip.op = 'HardSigmoid';
    clip.inputs = [x];
    clip.rest = [floatAttribute('alpha', 1 / 6), floatAttribute('beta', 0.5)];
    product.outputs = quotient.outputs;
    this.#nodes.delete(add);
    this.#nodes.delete(quotient);
  }

  /** Conv, and then Mul and Add by single numbers. */
  takeScaleAfter(conv: OnnxNode): void {
    const [weights, bias] = this.#weightsOf(conv);
    const product = this.#onlyReader(conv, 'Mul');
    const sum = product && this.#onlyReader(product, 'Add');
    if (!weights || !bias || !product || !sum) return;
    const [scale, shift] = [this.#scalar(product), this.#scalar(sum)];
    if (scale === undefined || shift === undefined) return;
    this.#change(weights, number => number * scale);
    this.#change(bias, number => number * scale + shift);
    conv.outputs = sum.outputs;
    this.#nodes.delete(product);
    this.#nodes.delete(sum);
  }

  /** Mul and Add by single numbers, and then Conv. Where that pads with zeros, the Add has to stay before it. */
  takeScaleBefore(conv: OnnxNode): void {
    const [weights, bias] = this.#weightsOf(conv);
    const sum = this.#writer(conv.inputs[0], 'Add');
    const product = this.#writer(sum && this.#given(sum), 'Mul');
    if (!weights || !bias || !sum || !product) return;
    if (this.#onlyReader(product, 'Add') !== sum || this.#onlyReader(sum, 'Conv') !== conv) return;
    const [x, scale, shift] = [this.#given(product), this.#scalar(product), this.#scalar(sum)];
    const shiftName = sum.inputs.find(name => this.#constants.has(name));
    const shiftRun = this.#own(shiftName);
    if (x === undefined || !scale || shift === undefined || shiftName === undefined || !shiftRun) return;
    if (isPointwise(conv)) {
      const each = weights[1] / bias[1];
      const numbers = this.#read(weights);
      this.#change(bias, (number, i) =>
        numbers.subarray(i * each, (i + 1) * each).reduce((all, weight) => all + weight * shift, number),
      );
      conv.inputs[0] = x;
      this.#nodes.delete(sum);
    } else {
      this.#change(shiftRun, number => number / scale);
      sum.inputs = [x, shiftName];
    }
    this.#change(weights, number => number * scale);
    this.#nodes.delete(product);
  }

  /** Where a Conv's weights and its bias lie. */
  #weightsOf(conv: OnnxNode): (FloatRun | undefined)[] {
    return conv.inputs.slice(1).map(name => this.#own(name));
  }

  #readersOf({ outputs }: OnnxNode): OnnxNode[] {
    return [...this.#nodes].filter(({ inputs }) => inputs.some(name => outputs.includes(name)));
  }

  /** The only node that reads what another gives, if it is of this kind. */
  #onlyReader(node: OnnxNode, op: string): OnnxNode | undefined {
    const readers = this.#readersOf(node);
    return readers.length === 1 && readers[0]?.op === op ? readers[0] : undefined;
  }

  #writer(name: string | undefined, op: string): OnnxNode | undefined {
    if (name === undefined) return undefined;
    return [...this.#nodes].find(node => node.op === op && node.outputs.includes(name));
  }

  /** Where a constant lies that nobody else reads. */
  #own(name: string | undefined): FloatRun | undefined {
    if (name === undefined) return undefined;
    const readers = [...this.#nodes].filter(({ inputs }) => inputs.includes(name));
    return readers.length === 1 ? this.#constants.get(name) : undefined;
  }

  /** The single number among the inputs of a node. */
  #scalar({ inputs }: OnnxNode): number | undefined {
    const run = inputs.map(name => this.#constants.get(name)).find(found => found !== undefined);
    return run?.[1] === 1 ? this.#file.readFloatLE(run[0]) : undefined;
  }

  /** What a node takes beside a constant. */
  #given({ inputs }: OnnxNode): string | undefined {
    const given = inputs.filter(name => !this.#constants.has(name));
    return given.length === 1 ? given[0] : undefined;
  }

  #read([start, count]: FloatRun): Float64Array {
    return Float64Array.from({ length: count }, (_, i) => this.#file.readFloatLE(start + i * 4));
  }

  #change(run: FloatRun, to: (number: number, index: number) => number): void {
    for (const [i, number] of this.#read(run).entries())
      this.#file.writeFloatLE(to(number, i), run[0] + i * 4);
  }
}

function isPointwise(conv: OnnxNode): boolean {
  return (
    attributeOf(conv, 'kernel_shape').every(side => side === 1) &&
    attributeOf(conv, 'pads').every(pad => pad === 0)
  );
}
