/** `npm run package:npm -- [--out FOLDER]`: builds, and packs the command line and the libraries for npm. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { megabytes } from '../buildPackage.ts';
import { run } from '../childProcess.ts';
import { projectFolder } from '../projectFolder.ts';
import { packForNpm } from './stage.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: path.join(projectFolder, 'out/npm') } },
});
try {
  await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], { show: true });
  for (const { file, files, size, unpackedSize } of await packForNpm(path.resolve(values.out)))
    console.log(
      `${path.relative(process.cwd(), file)}: ${files.length} files, ${megabytes(size)}, unpacked ${megabytes(unpackedSize)}`,
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
