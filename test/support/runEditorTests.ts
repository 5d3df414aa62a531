/**
 * `npm run test:editor`: the tests of `test/editor` inside a real extension host. On Linux our launcher starts the editor
 * of `.vscode-test`; elsewhere, and with `SIGHTLINE_TEST_VSCODE=download`, @vscode/test-electron fetches VS Code itself.
 * `SIGHTLINE_TEST_VSCODE` may also be the path of a VS Code.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { quietSettings, writeEditorSettings } from '../../scripts/codeServer.ts';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { endAllOnSignals } from '../../scripts/childProcess.ts';
import { closingLines, type TestCounts } from '../../scripts/testCounts.ts';
import { makeSampleFolder } from '../../scripts/sampleFolder.ts';
import { buildOnce } from './buildOnce.ts';
import { buildEditorTests } from './editor/buildEditorTests.ts';
import { followFile } from './editor/followFile.ts';

const launcher = path.join(projectFolder, 'test/support/editor/launcher.ts');

/** The program for `runTests`, or nothing to let it download one. */
function chooseEditor(): { vscodeExecutablePath?: string } {
  const chosen =
    process.env['SIGHTLINE_TEST_VSCODE'] ?? (process.platform === 'linux' ? launcher : 'download');
  return chosen === 'download' ? {} : { vscodeExecutablePath: chosen };
}

endAllOnSignals();
const scratch = await mkdtemp(path.join(tmpdir(), 'sightline-editor-'));
const results = path.join(scratch, 'results');
const userData = path.join(scratch, 'user-data');
const folder = path.join(scratch, 'folder');
let failed = true;
try {
  await buildOnce();
  const extensionTestsPath = await buildEditorTests();
  await mkdir(results);
  await makeSampleFolder(folder);
  await writeEditorSettings(userData, quietSettings);
  const output = followFile(path.join(results, 'output.txt'));
  try {
    await runTests({
      ...chooseEditor(),
      extensionDevelopmentPath: projectFolder,
      extensionTestsPath,
      launchArgs: [
        folder,
        `--user-data-dir=${userData}`,
        `--extensions-dir=${path.join(scratch, 'extensions')}`,
      ],
      extensionTestsEnv: {
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
        SIGHTLINE_TEST_RESULTS: results,
        SIGHTLINE_TEST_COLOR: process.stdout.isTTY ? '1' : '0',
      },
    });
    failed = false;
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
  } finally {
    output.stop();
  }
  failed = (await report()) || failed;
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
}
process.exitCode = failed ? 1 : 0;

/** Prints the closing line; true where the run is no success. */
async function report(): Promise<boolean> {
  const text = await readFile(path.join(results, 'results.json'), 'utf8').catch(() => undefined);
  if (text === undefined) {
    console.log('editor: the tests brought no result.');
    return true;
  }
  const counts = JSON.parse(text) as Omit<TestCounts, 'ok'>;
  console.log(closingLines('editor', counts));
  return counts.failed > 0 || counts.passed === 0;
}
