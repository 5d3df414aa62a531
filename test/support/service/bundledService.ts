import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** `serviceProcess.ts` in one file, so that a hundred starts are quick; returns its path in `folder`. */
export async function bundledService(folder: string): Promise<string> {
  const outfile = join(folder, 'serviceProcess.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('serviceProcess.ts', import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    external: ['sharp', 'openai'],
    logLevel: 'error',
  });
  const assets = fileURLToPath(new URL('../../../src/service/pages/assets', import.meta.url));
  await cp(assets, join(folder, 'assets'), { recursive: true });
  return outfile;
}
