import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fromHalf } from '../../src/recognition/weights/halfPrecision.ts';
import type { FloatRun } from './thinFile.ts';

/** What a TensorFlow.js graph model's JSON file says, as far as it is needed. */
interface ModelJson {
  modelTopology: unknown;
  signature?: unknown;
  userDefinedMetadata?: { signature?: unknown };
  weightsManifest: [
    {
      paths: [string];
      weights: { name: string; shape: number[]; dtype: string; quantization?: { dtype: string } }[];
    },
  ];
}

/** A graph model: its description without the weights, and these in 32 bits throughout. */
export interface GraphModel {
  description: { modelTopology: unknown; weightSpecs: unknown[]; signature: unknown };
  weights: Buffer;
  floats: FloatRun[];
}

/** Reads a graph model of TensorFlow.js whose weights are in one file. */
export async function readGraphModel(jsonFile: string): Promise<GraphModel> {
  const { modelTopology, signature, userDefinedMetadata, weightsManifest } = JSON.parse(
    await readFile(jsonFile, 'utf8'),
  ) as ModelJson;
  const [{ paths, weights: specs }] = weightsManifest;
  const stored = await readFile(path.join(path.dirname(jsonFile), paths[0]));
  const parts: Buffer[] = [];
  const floats: FloatRun[] = [];
  let [from, at] = [0, 0];
  for (const { shape, dtype, quantization } of specs) {
    const count = shape.reduce((product, side) => product * side, 1);
    const isHalf = quantization?.dtype === 'float16';
    const bytes = count * (isHalf ? 2 : 4);
    const part = stored.subarray(from, from + bytes);
    parts.push(isHalf ? inFloats(part) : part);
    if (dtype === 'float32') floats.push([at, count]);
    from += bytes;
    at += count * 4;
  }
  const weightSpecs = specs.map(({ name, shape, dtype }) => ({ name, shape, dtype }));
  return {
    description: { modelTopology, weightSpecs, signature: signature ?? userDefinedMetadata?.signature },
    weights: Buffer.concat(parts),
    floats,
  };
}

function inFloats(halves: Buffer): Buffer {
  const numbers = Float32Array.from({ length: halves.length / 2 }, (_, i) =>
    fromHalf(halves.readUInt16LE(i * 2)),
  );
  return Buffer.from(numbers.buffer);
}
