import path from 'node:path';
import { run } from '../../scripts/childProcess.ts';
import { projectFolder } from '../../scripts/projectFolder.ts';

/** Builds `dist/`, unless `npm test` has done so before it started this. */
export async function buildOnce(): Promise<void> {
  if (process.env['SIGHTLINE_TEST_BUILT'] === undefined)
    await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], { show: true });
}
