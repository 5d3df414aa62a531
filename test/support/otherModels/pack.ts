import path from 'node:path';
import { run } from '../../../scripts/childProcess.ts';
import { projectFolder } from '../../../scripts/projectFolder.ts';

/** Packs the extension of somebody else that offers chat models. */
export async function packOtherModels(file: string): Promise<string> {
  await run(
    process.execPath,
    [
      path.join(projectFolder, 'node_modules/@vscode/vsce/vsce'),
      ...['package', '--out', file, '--no-dependencies'],
      ...['--allow-missing-repository', '--skip-license'],
    ],
    { cwd: import.meta.dirname },
  );
  return file;
}
