import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProgramFailed, run } from './childProcess.ts';
import { projectFolder } from './projectFolder.ts';
import { remark, type TestCounts } from './testCounts.ts';

/** The parts we read of what vitest's JSON reporter writes. */
interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    /** The file's path. */
    name: string;
    /** Why the file could not be loaded, or nothing. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Runs vitest once, shows its output and counts. */
export async function runVitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<TestCounts> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'sightline-vitest-'));
  const reportFile = path.join(scratch, 'report.json');
  const vitest = path.join(projectFolder, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  try {
    const ended = await run(process.execPath, [vitest, 'run', ...reporters, ...args], {
      cwd: projectFolder,
      env,
      show: true,
    }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ProgramFailed) return false;
        throw error;
      },
    );
    const text = await readFile(reportFile, 'utf8').catch(() => undefined);
    if (text === undefined) return { ok: false, passed: 0, failed: 0, skipped: 0, remarks: [] };
    const report = JSON.parse(text) as VitestReport;
    return {
      ok: ended && report.success && report.numPassedTests > 0,
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      remarks: remarksOf(report),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Each test that failed, once or for good, and each file that could not be loaded, with the first line of the reason. */
function remarksOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(projectFolder, name);
    const tests = assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, status, failureMessages: [reason = ''] }) =>
        remark(status === 'passed' ? 'passed when tried again' : 'failed', `${file} › ${fullName}`, reason),
      );
    return message === '' ? tests : [...tests, remark('failed', file, message)];
  });
}
