/** `npm run package -- [--target linux-x64] [--out file.vsix]`: builds, packs, checks and lists the package. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage, megabytes } from './buildPackage.ts';
import { run } from './childProcess.ts';
import { projectFolder } from './projectFolder.ts';

const { values } = parseArgs({ options: { target: { type: 'string' }, out: { type: 'string' } } });
try {
  await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], { show: true });
  const { file, size, entries } = await buildPackage(values);
  for (const { name, unpacked } of entries) console.log(`${String(unpacked).padStart(10)}  ${name}`);
  console.log(`${path.relative(process.cwd(), file)}: ${entries.length} files, ${megabytes(size)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
