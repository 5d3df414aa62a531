/**
 * `npm run package -- [--target linux-x64] [--out file.vsix]`: builds, packs, checks and lists the package.
 * `npm run package -- --all`: the packages of all targets, with a table at the end.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAllPackages, packageTable } from './allPackages.ts';
import { buildPackage, megabytes } from './buildPackage.ts';
import { endAllOnSignals, run } from './childProcess.ts';
import { projectFolder } from './projectFolder.ts';
import { step } from './steps.ts';

endAllOnSignals();
try {
  const { values } = parseArgs({
    options: { target: { type: 'string' }, out: { type: 'string' }, all: { type: 'boolean' } },
  });
  const { all, ...options } = values;
  if (all === true && Object.keys(options).length > 0)
    throw new Error('--all makes every target under its own name: leave out --target and --out.');
  await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], { show: true });
  if (all === true) {
    const packages = await buildAllPackages(step);
    console.log(packageTable(packages));
  } else {
    const { file, size, entries } = await buildPackage(options);
    for (const { name, unpacked } of entries) console.log(`${String(unpacked).padStart(10)}  ${name}`);
    console.log(`${path.relative(process.cwd(), file)}: ${entries.length} files, ${megabytes(size)}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
