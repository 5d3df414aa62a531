/** Loads and activates the packed extension with a stand-in for `vscode`: `activate.ts <folder of the extension>`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { emptyContext, standInForVscode } from '../../support/vscodeStandIn.ts';

/** Parts of Node.js that VS Code's extension host has imported itself before it loads any extension. */
const loadedByHost = [
  'child_process',
  'crypto',
  'fs',
  'fs/promises',
  'http',
  'https',
  'net',
  'os',
  'stream',
  'url',
  'zlib',
];

const folder = process.argv[2] ?? '';
for (const name of loadedByHost) await import(`node:${name}`);
// The host has put its own fetch, with the editor's proxy, in place of the global one.
await new Response('').text();
await standInForVscode(folder);
const context = emptyContext(folder);

const cpu = process.cpuUsage();
const begin = performance.now();
const extension = (await import(pathToFileURL(path.join(folder, 'dist/extension.js')).href)) as {
  activate: (context: unknown) => unknown;
};
const loaded = performance.now();
await extension.activate(context);
const end = performance.now();
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ load: loaded - begin, activate: end - loaded, cpu: (user + system) / 1000 }));
process.exit();
