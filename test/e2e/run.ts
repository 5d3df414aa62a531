/**
 * `npm run test:e2e -- [vitest arguments]`: a person's clicks in the real editor, with the packaged extension installed.
 * `npm run test:e2e -- -t 'part of a name'` runs some of them. Screenshots go to `test-results/screenshots`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackage } from '../../scripts/buildPackage.ts';
import { endAllOnSignals, run } from '../../scripts/childProcess.ts';
import { installExtension } from '../../scripts/codeServer.ts';
import { editorEnvironment } from '../../scripts/editorEnvironment.ts';
import { installEditor } from '../../scripts/editorInstall.ts';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { makeSampleFolder } from '../../scripts/sampleFolder.ts';
import { step } from '../../scripts/steps.ts';
import { countsLine } from '../../scripts/testCounts.ts';
import { runVitest } from '../../scripts/vitestRun.ts';
import { findChromium } from '../support/chromium.ts';

endAllOnSignals();
const scratch = await mkdtemp(path.join(tmpdir(), 'sightline-clicks-'));
try {
  step('building and packaging');
  await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], { show: true });
  const { file } = await buildPackage();
  const editor = await installEditor(step);
  const chromium = await findChromium(step);
  step('installing the extension');
  const extensions = path.join(scratch, 'extensions');
  const env = editorEnvironment(false);
  await installExtension(editor, { userData: path.join(scratch, 'install'), extensions }, file, env);
  const folder = path.join(scratch, 'sample');
  await makeSampleFolder(folder);
  step('clicking');
  const counts = await runVitest(
    ['--config', path.join(projectFolder, 'test/e2e/vitest.config.ts'), ...process.argv.slice(2)],
    {
      ...env,
      SIGHTLINE_E2E_EDITOR: editor.entry,
      SIGHTLINE_E2E_EXTENSIONS: extensions,
      SIGHTLINE_E2E_FOLDER: folder,
      SIGHTLINE_CHROMIUM: chromium,
    },
  );
  console.log(`clicks: ${countsLine(counts)}`);
  if (!counts.ok) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
}
