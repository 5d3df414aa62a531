import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { env as tensorflow, setBackend } from '@tensorflow/tfjs-core';
import { env as onnx, InferenceSession } from 'onnxruntime-web';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Lazy } from '../../base/lazy.ts';
import { readPacked } from '../../base/node/readPacked.ts';
import type { RecognitionFiles } from '../weights/recognitionFiles.ts';
import { thickened } from '../weights/thinFile.ts';
import { openCodeReader } from './findCodes.ts';
import { openGraph, type Network } from './graphModel.ts';
import type { TextReader } from './text/readText.ts';

/** What finds things and faces. */
export interface Sight {
  things: Network;
  faces: Network;
}

/** All that recognises: each part is opened when it is first needed, and kept. */
export interface Engine {
  /** Things and faces, which are wanted first: a third of what opening all takes. */
  sight: Lazy<Sight>;
  /** Text and codes. */
  text: Lazy<TextReader>;
}

/** A part of the engine could not be opened: nothing can be recognised here. */
export class Unopened extends Error {}

/**
 * Makes ready what the networks run on. It installs handlers of TensorFlow.js for the whole process that throw again what
 * nobody caught, so that it belongs into a process of its own.
 */
export async function openEngine(files: RecognitionFiles): Promise<Engine> {
  // Emscripten would try to fetch what lies on the disk; and without it nothing can ever be sent.
  Reflect.deleteProperty(globalThis, 'fetch');
  setWasmPaths(files.tensorflow);
  tensorflow().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await setBackend('wasm'))) throw new Unopened('TensorFlow.js has no WebAssembly here.');
  return { sight: part(() => openSight(files)), text: part(() => openText(files)) };
}

function part<Value>(open: () => Promise<Value>): Lazy<Value> {
  return new Lazy(() =>
    open().catch((error: unknown) => {
      throw new Unopened(error instanceof Error ? error.message : String(error), { cause: error });
    }),
  );
}

async function openSight({ weights }: RecognitionFiles): Promise<Sight> {
  return { things: await openGraph(weights, 'things'), faces: await openGraph(weights, 'faces') };
}

async function openText({ weights, onnx: runtime, codes }: RecognitionFiles): Promise<TextReader> {
  onnx.wasm.numThreads = 1;
  onnx.wasm.wasmPaths = { mjs: runtime.mjs };
  onnx.wasm.wasmBinary = await readPacked(runtime.wasm);
  onnx.logLevel = 'error';
  await openCodeReader(await readFile(codes));
  return {
    finder: await openSession(weights, 'text-find'),
    network: await openSession(weights, 'text-read'),
    characters: await charactersOf(path.join(weights, 'text-keys.txt')),
  };
}

async function openSession(weights: string, name: string): Promise<InferenceSession> {
  const model = thickened(await readFile(path.join(weights, `${name}.thin`)));
  // Without an arena memory stays flat, whatever widths the lines have.
  return InferenceSession.create(model, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
  });
}

/** What the reader's outputs stand for: nothing, the lines of the file, the space. */
async function charactersOf(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return ['', ...lines.map(line => line.replace('\r', '')), ' '];
}
