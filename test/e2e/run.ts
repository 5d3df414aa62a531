/**
 * `npm run test:e2e -- [vitest arguments]`: a person's clicks in the real editor, with the packaged extension installed.
 * `npm run test:e2e -- -t 'part of a name'` runs some of them. Screenshots go to `test-results/screenshots`.
 */
import path from 'node:path';
import { endAllOnSignals } from '../../scripts/childProcess.ts';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { step } from '../../scripts/steps.ts';
import { closingLines } from '../../scripts/testCounts.ts';
import { runVitest } from '../../scripts/vitestRun.ts';
import { prepareEditor } from './prepareEditor.ts';

endAllOnSignals();
try {
  await using prepared = await prepareEditor();
  step('clicking');
  const counts = await runVitest(
    ['--config', path.join(projectFolder, 'test/e2e/vitest.config.ts'), ...process.argv.slice(2)],
    prepared.env,
  );
  console.log(closingLines('clicks', counts));
  if (!counts.ok) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
