import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import { dispose, tensor, type Tensor } from '@tensorflow/tfjs-core';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { thickened } from '../weights/thinFile.ts';

/** A network of TensorFlow.js. */
export type Network = GraphModel;

/** One output of a network: `rows` × `width` numbers. */
export interface Output {
  rows: number;
  width: number;
  data: Float32Array;
}

/** Loads `NAME.json` and `NAME.thin` of the folder with weights. */
export async function openGraph(folder: string, name: string): Promise<Network> {
  const description = JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8')) as object;
  const weightData = thickened(await readFile(path.join(folder, `${name}.thin`))).buffer;
  return loadGraphModel({
    load: () => Promise.resolve({ ...description, format: 'graph-model', weightData }),
  });
}

/** Runs a network on one input. */
export async function runGraph(network: Network, input: Float32Array, shape: number[]): Promise<Output[]> {
  const given = tensor(input, shape);
  const results = network.execute(given) as Tensor[];
  try {
    return await Promise.all(
      results.map(async result => ({
        rows: result.shape[1] ?? 0,
        width: result.shape[2] ?? 0,
        data: (await result.data()) as Float32Array,
      })),
    );
  } finally {
    dispose([given, ...results]);
  }
}

/** The output of this shape. @throws {Error} where the network has none: its weights are not those that they should be. */
export function outputOf(outputs: readonly Output[], rows: number, width: number): Float32Array {
  const found = outputs.find(output => output.rows === rows && output.width === width);
  if (found === undefined) throw new Error(`The network has no output of ${rows} × ${width} numbers.`);
  return found.data;
}
