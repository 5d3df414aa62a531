/** How many tests ran. */
export interface TestCounts {
  /** Only where some ran and none failed, files that could not be loaded included. */
  ok: boolean;
  passed: number;
  failed: number;
  skipped: number;
}

/** For people and for scripts: `3 passed, 0 failed`, with `, 1 skipped` where some were. */
export function countsLine({ passed, failed, skipped }: Omit<TestCounts, 'ok'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Reads the last line `<name>: 3 passed, 0 failed` of a script's output; nothing passed where there is none. */
export function readCounts(name: string, output: string): Omit<TestCounts, 'ok'> {
  const lines = [
    ...output.matchAll(new RegExp(`^${name}: (\\d+) passed, (\\d+) failed(?:, (\\d+) skipped)?$`, 'gm')),
  ];
  const [, passed, failed, skipped] = lines.at(-1) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), skipped: Number(skipped ?? 0) };
}
