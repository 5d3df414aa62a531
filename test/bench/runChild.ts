import path from 'node:path';
import { lastLines, ProgramFailed, run } from '../../scripts/childProcess.ts';

/**
 * Runs a script of `children/` in a process of its own, so that nothing is warm, and resolves to the object it prints
 * as JSON on its last line.
 */
export async function runChild<Result = Record<string, number>>(
  script: string,
  args: readonly string[] = [],
): Promise<Result> {
  const file = path.join(import.meta.dirname, 'children', script);
  const output = await run(process.execPath, [file, ...args]).catch((error: unknown) => {
    if (!(error instanceof ProgramFailed)) throw error;
    throw new Error(`${script} failed.\n${lastLines(error.output, 12).slice(-2000)}`, { cause: error });
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Result;
}
