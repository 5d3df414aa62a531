import { stripVTControlCharacters } from 'node:util';

/** How many tests ran, and what is to be said of single ones. */
export interface TestCounts {
  /** Only where some ran and none failed, files that could not be loaded included. */
  ok: boolean;
  passed: number;
  failed: number;
  skipped: number;
  /** One line each: the tests that failed, and those that passed only when they were tried again. */
  remarks: string[];
}

type Counts = Pick<TestCounts, 'passed' | 'failed' | 'skipped'>;

/** For people and for scripts: `3 passed, 0 failed`, with `, 1 skipped` where some were. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** What is to be said of a test: how it ended, which one it is, and the first line of why. */
export function remark(outcome: 'failed' | 'passed when tried again', test: string, reason: string): string {
  return `${outcome}: ${test}: ${stripVTControlCharacters(reason).trim().split('\n', 1)[0] ?? ''}`;
}

/** The last lines of a script that runs tests: `<name>: 3 passed, 0 failed`, then `<name>, <remark>` for each remark. */
export function closingLines(name: string, counts: Omit<TestCounts, 'ok'>): string {
  return [`${name}: ${countsLine(counts)}`, ...counts.remarks.map(remark => `${name}, ${remark}`)].join('\n');
}

/** Reads the closing lines in a script's output; nothing passed where there are none. */
export function readClosingLines(name: string, output: string): Omit<TestCounts, 'ok'> {
  const counts = new RegExp(`^${name}: (\\d+) passed, (\\d+) failed(?:, (\\d+) skipped)?$`, 'gm');
  const last = [...output.matchAll(counts)].at(-1);
  const [whole = '', passed, failed, skipped] = last ?? [];
  const rest = last === undefined ? '' : output.slice(last.index + whole.length);
  return {
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    skipped: Number(skipped ?? 0),
    remarks: [...rest.matchAll(new RegExp(`^${name}, (.+)$`, 'gm'))].map(([, remark = '']) => remark),
  };
}
