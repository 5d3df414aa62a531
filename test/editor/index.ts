import { appendFileSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { remark } from '../../scripts/testCounts.ts';

/**
 * Entry of the tests inside the extension host: runs every `*.test.mjs` beside it. `SIGHTLINE_TEST_RESULTS` names the
 * folder for what the runner reads: `output.txt`, which grows as the tests run, and `results.json` at the end.
 */
export async function run(): Promise<void> {
  const results = process.env['SIGHTLINE_TEST_RESULTS'];
  if (results === undefined) throw new Error('SIGHTLINE_TEST_RESULTS names no folder.');
  process.setSourceMapsEnabled(true);
  Mocha.reporters.Base.consoleLog = (...words: unknown[]) =>
    appendFileSync(path.join(results, 'output.txt'), `${format(...words)}\n`);
  const mocha = new Mocha({
    ui: 'tdd',
    forbidOnly: true,
    timeout: 20_000,
    color: process.env['SIGHTLINE_TEST_COLOR'] === '1',
  });
  for (const file of globSync('**/*.test.mjs', { cwd: import.meta.dirname }).sort())
    mocha.addFile(path.join(import.meta.dirname, file));
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    Mocha.reporters.Base.consoleLog('A test file could not be loaded.', error);
    throw error;
  }
  const remarks: string[] = [];
  const runner = mocha.run();
  runner.on('fail', (test, error: Error) => remarks.push(remark('failed', test.fullTitle(), error.message)));
  await new Promise(resolve => runner.once('end', resolve));
  const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
  const summary = { passed: passes, failed: failures, skipped: pending, remarks };
  writeFileSync(path.join(results, 'results.json'), JSON.stringify(summary));
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
