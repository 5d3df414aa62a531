import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import regexp from 'eslint-plugin-regexp';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import layout from './scripts/lint/importCircles.mjs';

/** What of the editor reads marks in texts: links, icons. `src/editor/dialogs` makes texts inert before they go there. */
const readsMarks = [
  ...['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'setStatusBarMessage'],
  ...['showQuickPick', 'createQuickPick', 'showInputBox', 'createInputBox', 'showWorkspaceFolderPick'],
  ...['withProgress', 'withScmProgress', 'createStatusBarItem', 'createTreeView', 'registerTreeDataProvider'],
  ...['MarkdownString', 'TreeItem', 'Hover', 'CodeLens', 'createCommentController'],
];

/** Who may know whom: each room with the rooms and packages that its files may import. Node's own modules are free
 * where Node runs; the ground floor, `base`, is free everywhere. CONTRIBUTING.md says why. */
const rooms = {
  base: { rooms: [], packages: [] },
  schema: { rooms: [], packages: ['ajv', 'ajv/**', 'yaml', 'json5'] },
  // Prompts as files, and what stands for an image in a prompt.
  prompts: { rooms: ['images', 'schema'], packages: [] },
  images: {
    rooms: [],
    packages: ['sharp', '@img/sharp-wasm32', '@imagemagick/magick-wasm', 'saxes', '@csstools/css-tokenizer'],
  },
  recognition: {
    rooms: ['images'],
    packages: ['zod', 'zod/mini', '@tensorflow/**', 'onnxruntime-web', 'onnxruntime-web/**', 'zxing-wasm/**'],
  },
  captioning: {
    rooms: ['images'],
    packages: ['zod', 'zod/mini', '@huggingface/transformers', 'onnxruntime-web/**'],
  },
  inference: {
    rooms: ['captioning', 'images', 'recognition', 'schema'],
    packages: ['openai', 'openai/**', 'eventsource-parser'],
  },
  // Images become words for models that take text alone.
  relay: { rooms: ['inference'], packages: [] },
  // What agents may call, in the editor and over MCP.
  tools: {
    rooms: ['images', 'inference', 'recognition', 'relay', 'runs', 'schema'],
    packages: ['zod', 'zod/mini'],
  },
  mcp: { rooms: ['tools'], packages: ['zod', '@modelcontextprotocol/sdk/**'] },
  runs: {
    rooms: ['images', 'inference', 'prompts', 'recognition', 'schema'],
    packages: ['zod', 'zod/mini', 'csv-stringify', 'csv-stringify/**', 'hyparquet-writer', 'picomatch'],
  },
  // Runs over many machines, by a queue in PostgreSQL.
  queue: {
    rooms: ['images', 'inference', 'prompts', 'recognition', 'runs'],
    packages: ['zod', 'zod/mini', 'pg', 'pg-boss'],
  },
  platform: { rooms: [], packages: ['zod', '@napi-rs/keyring'] },
  service: {
    rooms: ['platform', 'inference', 'relay'],
    packages: [
      'hono',
      'hono/**',
      '@hono/**',
      'zod',
      'node:sqlite',
      'csv-stringify/**',
      'prom-client',
      '@opentelemetry/**',
      'rate-limiter-flexible/**',
      'rate-limiter-flexible',
    ],
  },
  protocol: { rooms: [], packages: ['zod/mini', 'zod'] },
  // Served to the service's page as it is, and part of the editor's.
  curves: { rooms: [], packages: ['uplot'] },
  webview: {
    rooms: ['curves', 'protocol'],
    packages: [
      'preact',
      'preact/**',
      '@vscode-elements/elements/**',
      '@tanstack/virtual-core',
      'markdown-it',
      'temml',
      'highlight.js/**',
      'uplot/**',
    ],
  },
  editor: {
    rooms: [
      'captioning',
      'images',
      'inference',
      'platform',
      'prompts',
      'protocol',
      'recognition',
      'relay',
      'runs',
      'schema',
      'tools',
    ],
    packages: ['vscode', 'zod', 'zod/mini', 'p-limit', 'markdown-it'],
  },
  cli: {
    rooms: [
      'captioning',
      'images',
      'inference',
      'mcp',
      'platform',
      'prompts',
      'queue',
      'recognition',
      'runs',
      'schema',
      'service',
      'tools',
    ],
    packages: ['zod', 'commander', '@commander-js/extra-typings', 'markdown-it'],
  },
};

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'test-results/', '.vscode-test/', '.sample/', 'test/fixtures/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // `return store.remove(id);` ends a case in one line.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { boundaries, layout },
    settings: {
      'import/resolver': { node: { extensions: ['.ts', '.tsx'] } },
      'boundaries/elements': Object.keys(rooms).map(room => ({ type: room, pattern: `src/${room}` })),
      'boundaries/files': [
        { category: 'contributions', pattern: 'src/contributions.ts' },
        { category: 'root', pattern: 'src/extension.ts' },
      ],
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
    },
    rules: {
      'layout/import-circles': ['error', { root: path.join(import.meta.dirname, 'src') }],
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          policies: [
            { allow: { to: { element: { type: 'base' } } } },
            {
              from: { element: { type: 'editor' } },
              allow: { to: { file: { categories: 'contributions' } } },
            },
            {
              from: { file: { categories: 'root' } },
              allow: {
                to: [{ element: { type: 'editor' } }, { module: { origin: 'external', source: 'vscode' } }],
              },
            },
            { allow: { to: { module: { origin: 'core' } } } },
            ...Object.entries(rooms).flatMap(([room, may]) => [
              {
                from: { element: { type: room } },
                allow: { to: { element: { types: { anyOf: [room, ...may.rooms] } } } },
              },
              {
                from: { element: { type: room } },
                allow: { to: { module: { origin: 'external', source: may.packages } } },
              },
            ]),
          ],
        },
      ],
    },
  },
  {
    // Text of others meets these expressions: none may try the same characters twice. A unit test asks recheck, too.
    files: ['src/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignoreSticky: true }],
      'regexp/no-optional-assertion': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/base/onAbort.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='addEventListener'][arguments.0.value='abort']",
          message: 'Use onAbort of src/base: it also heeds a signal that has fired before.',
        },
        {
          selector: "CallExpression[callee.name=/^mkdir(Sync)?$/] Property[key.name='recursive']",
          message: 'Use makeFolders of src/base/node: this one never ends in /proc and its like.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/editor/dialogs/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...readsMarks.map(property => ({
          property,
          message: 'Names and words of others are made inert first: see src/editor/dialogs.',
        })),
      ],
    },
  },
  {
    // Browser code runs these.
    files: ['src/{base,protocol,webview}/**/*.{ts,tsx}'],
    ignores: ['src/base/node/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^node:',
              message: 'Node.js is not there in a browser: src/base/node is the place for it.',
            },
            { regex: '(?:base|^\\.)/node/', message: 'src/base/node runs on Node.js only.' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/base/**/*.ts'],
    ignores: ['src/base/node/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Buffer', 'process', 'global', 'require', 'document', 'window', 'navigator', 'location'].map(
          name => ({
            name,
            message: 'The ground floor runs on Node.js and in browsers.',
          }),
        ),
      ],
    },
  },
  {
    files: ['scripts/**', 'test/**', '*.mjs', '**/*.cjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
    rules: { 'no-console': 'off' },
  },
);
