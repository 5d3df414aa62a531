import { createInterface } from 'node:readline/promises';
import { UsageError } from '../usageError.ts';
import type { Session } from '../session.ts';

/**
 * Asks on the terminal whether to go on; only "y" and "yes" do.
 * @param command whose help is named where there is no terminal.
 * @throws {UsageError} where there is nobody to ask, an AbortError once the session's signal fires.
 */
export async function confirm(
  { stdin, out, signal }: Session,
  question: string,
  command: string,
): Promise<boolean> {
  if (!stdin.isTTY || out.json)
    throw new UsageError('Give --yes where there is no terminal to ask on.', command);
  out.clearProgress();
  const terminal = createInterface({ input: stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal });
    return ['y', 'yes'].includes(answer.trim().toLowerCase());
  } finally {
    terminal.close();
  }
}
