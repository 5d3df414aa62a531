/** `node rollDeclarations.mjs ENTRY.d.ts OUT.d.mts`: writes the declarations that ENTRY leads to into one file. */
import path from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const [, , entry = '', out = ''] = process.argv;
const name = path.basename(out, '.d.mts');
const bundle = await rolldown({
  input: { [name]: entry },
  plugins: [dts({ dtsOnly: true, tsconfig: false })],
  external: [/^node:/, /^openai(?:\/|$)/, 'sharp'],
});
await bundle.write({ dir: path.dirname(out), format: 'es', entryFileNames: '[name].mts' });
await bundle.close();
