import type { FloatRun } from './thinFile.ts';
import { fieldsOf, messages, type Span } from './protobuf.ts';

/** Field numbers of onnx.proto: ModelProto.graph, GraphProto.node and .initializer, NodeProto.attribute, AttributeProto.t. */
export const proto = { graph: 7, node: 1, initializer: 5, attribute: 5, tensor: 5 };

/** Where the float32 weights of an ONNX file lie, those of constants among its nodes, too. */
export function onnxFloats(file: Buffer): FloatRun[] {
  const runs: FloatRun[] = [];
  for (const graph of messages(file, { from: 0, to: file.length }, proto.graph)) {
    for (const tensor of messages(file, graph, proto.initializer)) runs.push(...floatsOf(file, tensor));
    for (const node of messages(file, graph, proto.node)) runs.push(...floatsOfNode(file, node));
  }
  return runs;
}

/** Where the float32 numbers of a node's tensors lie: those of a constant. */
export function floatsOfNode(file: Buffer, node: Span): FloatRun[] {
  const runs: FloatRun[] = [];
  for (const attribute of messages(file, node, proto.attribute))
    for (const tensor of messages(file, attribute, proto.tensor)) runs.push(...floatsOf(file, tensor));
  return runs;
}

/** The raw_data (9) of a TensorProto whose data_type (2) is FLOAT (1). */
function floatsOf(file: Buffer, tensor: Span): FloatRun[] {
  const fields = [...fieldsOf(file, tensor)];
  const isFloat = fields.some(field => field.number === 2 && 'value' in field && field.value === 1);
  return isFloat
    ? fields.flatMap(field =>
        field.number === 9 && 'from' in field ? [[field.from, (field.to - field.from) / 4] as FloatRun] : [],
      )
    : [];
}
