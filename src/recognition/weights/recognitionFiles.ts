import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the files lie that recognition is made of, beside its code. */
export interface RecognitionFiles {
  /** Weights as `scripts/recognition/thinWeights.ts` makes them. */
  weights: string;
  /** Folder with TensorFlow.js' WebAssembly, with a slash at its end. */
  tensorflow: string;
  /** ONNX Runtime's WebAssembly, for `readPacked`, and the address of its module. */
  onnx: { wasm: string; mjs: string };
  /** WebAssembly of the reader of codes. */
  codes: string;
}

/** Those that the build has put beside the bundle, or, run from the sources, those of the packages. */
export function recognitionFiles(): Promise<RecognitionFiles> {
  return import.meta.url.endsWith('.ts') ? ofPackages() : Promise.resolve(besideBundle());
}

function besideBundle(): RecognitionFiles {
  const folder = new URL('./recognition/', import.meta.url);
  return {
    weights: fileURLToPath(folder),
    tensorflow: fileURLToPath(folder),
    onnx: {
      wasm: fileURLToPath(new URL('ort-wasm-simd-threaded.wasm.br', folder)),
      mjs: new URL('ort-wasm-simd-threaded.mjs', folder).href,
    },
    codes: fileURLToPath(new URL('zxing_reader.wasm', folder)),
  };
}

async function ofPackages(): Promise<RecognitionFiles> {
  // Named at run time, so that the bundle does not hold what makes them.
  const script = new URL('../../../scripts/recognition/thinWeights.ts', import.meta.url).href;
  const { thinWeights } = (await import(script)) as { thinWeights: () => Promise<string> };
  const require = createRequire(import.meta.url);
  const onnx = path.dirname(require.resolve('onnxruntime-web'));
  return {
    weights: await thinWeights(),
    tensorflow: path.join(
      path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')),
      'wasm-out/',
    ),
    onnx: {
      wasm: path.join(onnx, 'ort-wasm-simd-threaded.wasm'),
      mjs: pathToFileURL(path.join(onnx, 'ort-wasm-simd-threaded.mjs')).href,
    },
    codes: require.resolve('zxing-wasm/reader/zxing_reader.wasm'),
  };
}
