import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const ours = file => path.join(root, 'src/captioning/process', file);

/**
 * Puts our runtime and our sharp in the place of those that transformers.js comes with: it is taken from its sources, in
 * which each of them is one import.
 */
const ownRuntime = {
  name: 'own-runtime',
  setup(build) {
    build.onResolve({ filter: /^@huggingface\/transformers$/ }, () => ({
      path: path.join(root, 'node_modules/@huggingface/transformers/src/transformers.js'),
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
export const captionProcessBuild = {
  entryPoints: { captionProcess: path.join(root, 'src/captioning/process/captionProcess.ts') },
  outExtension: { '.js': '.mjs' },
  plugins: [ownRuntime],
};
