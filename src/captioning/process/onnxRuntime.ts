import * as runtime from 'onnxruntime-web';
import { readPacked } from '../../base/node/readPacked.ts';

/**
 * What transformers.js takes for its runtime for Node.js: the one of WebAssembly, which is there for recognition, too, and
 * lies in the same place. Its address is set before transformers.js looks, which would fetch it from the network.
 */
runtime.env.wasm.numThreads = 1;
runtime.env.wasm.wasmPaths = {
  mjs: new URL('./recognition/ort-wasm-simd-threaded.mjs', import.meta.url).href,
};
runtime.env.wasm.wasmBinary = await readPacked(
  new URL('./recognition/ort-wasm-simd-threaded.wasm.br', import.meta.url),
);

export default runtime;
