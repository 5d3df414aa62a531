/**
 * `npm test`: all that must hold, the cheap before the dear, and at the end how many tests of each kind ran. It goes on
 * after a failure, so that one run says all there is to say.
 */
import path from 'node:path';
import { endAllOnSignals, ProgramFailed, run, runNpm } from './childProcess.ts';
import { projectFolder } from './projectFolder.ts';
import { step } from './steps.ts';
import { closingLines, countsLine, readClosingLines, type TestCounts } from './testCounts.ts';
import { runVitest } from './vitestRun.ts';

endAllOnSignals();
const options = { cwd: projectFolder, show: true };

step('types, lint, format');
const checked = await allWell(['check:types', 'check:lint', 'check:format']);
step('build');
const built = (await outcome(run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], options))).ok;
if (built) process.env['SIGHTLINE_TEST_BUILT'] = 'yes';
step('unit tests');
const unit = await runVitest([], {
  ...process.env,
  // Processes that tests start from sources spare the stripping of types.
  NODE_COMPILE_CACHE: path.join(projectFolder, 'node_modules/.cache/compiled'),
});
step('tests in the extension host');
const editor = await runScript('editor', 'test/support/runEditorTests.ts');
step('click tests');
const clicks = await runScript('clicks', 'test/e2e/run.ts');

const suites = { unit, editor, click: clicks };
step('done');
console.log(`\ntypes, lint, format: ${checked ? 'ok' : 'FAILED'}`);
console.log(`build: ${built ? 'ok' : 'FAILED'}`);
for (const [name, counts] of Object.entries(suites))
  console.log(`${closingLines(`${name} tests`, counts)}${counts.ok ? '' : `\n${name} tests FAILED`}`);
const all = Object.values(suites);
const total = (what: 'passed' | 'failed' | 'skipped'): number =>
  all.reduce((sum, suite) => sum + suite[what], 0);
console.log(
  `\n${countsLine({ passed: total('passed'), failed: total('failed'), skipped: total('skipped') })}`,
);
process.exitCode = checked && built && all.every(suite => suite.ok) ? 0 : 1;

/** Runs several of npm's scripts at the same time, and shows the output of each in one piece. */
async function allWell(scripts: readonly string[]): Promise<boolean> {
  const outcomes = await Promise.all(
    scripts.map(async script => {
      const { ok, output } = await outcome(runNpm(['run', script], { cwd: projectFolder }));
      process.stdout.write(output);
      return ok;
    }),
  );
  return outcomes.every(Boolean);
}

/** Runs one of our scripts that ends with a line of its counts. */
async function runScript(name: string, script: string): Promise<TestCounts> {
  const { ok, output } = await outcome(run(process.execPath, [path.join(projectFolder, script)], options));
  const counts = readClosingLines(name, output);
  return { ...counts, ok: ok && counts.passed > 0 && counts.failed === 0 };
}

async function outcome(program: Promise<string>): Promise<{ ok: boolean; output: string }> {
  try {
    return { ok: true, output: await program };
  } catch (error) {
    if (error instanceof ProgramFailed) return { ok: false, output: error.output };
    throw error;
  }
}
