import type { BuildOptions, Plugin } from 'esbuild';
import path from 'node:path';
import { projectFolder } from '../projectFolder.ts';

const ours = (file: string): string => path.join(projectFolder, 'src/captioning/process', file);

/**
 * Puts our runtime and our sharp in the place of those that transformers.js comes with: it is taken from its sources, in
 * which each of them is one import.
 */
const ownRuntime: Plugin = {
  name: 'own-runtime',
  setup(build) {
    build.onResolve({ filter: /^@huggingface\/transformers$/ }, () => ({
      path: path.join(projectFolder, 'node_modules/@huggingface/transformers/src/transformers.js'),
    }));
    build.onResolve({ filter: /\/onnx-node\.js$/ }, () => ({ path: ours('onnxRuntime.ts') }));
    // For browsers.
    build.onResolve({ filter: /^onnxruntime-web\/webgpu$/ }, () => ({ path: 'none', namespace: 'none' }));
    build.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export {};' }));
    build.onResolve({ filter: /^sharp$/ }, ({ importer }) =>
      importer.includes('@huggingface') ? { path: ours('sharpOfOurs.ts') } : undefined,
    );
  },
};

/** How the process that runs captioning models is built, beside what all of our code for Node.js has. */
export const captionProcessBuild: BuildOptions = {
  entryPoints: { captionProcess: path.join(projectFolder, 'src/captioning/process/captionProcess.ts') },
  outExtension: { '.js': '.mjs' },
  plugins: [ownRuntime],
};
