import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from '../../../scripts/projectFolder.ts';

/** Bundles `test/editor/**` for the extension host and resolves to the path of its entry. */
export async function buildEditorTests(): Promise<string> {
  const outdir = path.join(projectFolder, 'test-results/editor');
  await rm(outdir, { recursive: true, force: true });
  const folder = path.join(projectFolder, 'test/editor');
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ['index.ts', ...globSync('**/*.test.ts', { cwd: folder })].map(file =>
      path.join(folder, file),
    ),
    outbase: folder,
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
