import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { threadScripts } from '../../../scripts/threadScripts.ts';

/** Bundles `test/editor/**` for the extension host, with the threads that its tests start, and resolves to the path of its entry. */
export async function buildEditorTests(): Promise<string> {
  const outdir = path.join(projectFolder, 'test-results/editor');
  await rm(outdir, { recursive: true, force: true });
  const folder = path.join(projectFolder, 'test/editor');
  const tests = ['index.ts', ...globSync('**/*.test.ts', { cwd: folder })];
  await build({
    absWorkingDir: projectFolder,
    entryPoints: {
      ...threadScripts,
      pictureWorker: 'src/runs/running/pictureWorker.ts',
      ...Object.fromEntries(tests.map(file => [file.replace(/\.ts$/, ''), path.join(folder, file)])),
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    sourcemap: true,
  });
  return path.join(outdir, 'index.mjs');
}
