import { SightlineError, ValueError, type ErrorCode } from '../base/errors.ts';
import { UsageError } from './usageError.ts';

/** Exit codes and what they mean, as `--help` says it. Stable: scripts rely on them. */
export const exitCodes = {
  good: { code: 0, meaning: 'success' },
  failed: { code: 1, meaning: 'an answer failed or is incomplete, or an image could not be used' },
  usage: { code: 2, meaning: 'invalid command line' },
  key: { code: 3, meaning: 'a key is missing, was rejected, or lacks permission' },
  unreachable: { code: 4, meaning: 'the server is unreachable, timed out, or is not the expected one' },
  limited: { code: 5, meaning: 'rate limit reached, or quota used up' },
  store: { code: 6, meaning: 'keys or data on this machine cannot be read or written' },
  interrupted: {
    code: 130,
    meaning: 'interrupted (SIGINT); 143 terminated (SIGTERM), 129 hangup (SIGHUP)',
  },
} as const;

const byError: Partial<Record<ErrorCode, keyof typeof exitCodes>> = {
  missingKey: 'key',
  keyRejected: 'key',
  permissionDenied: 'key',
  network: 'unreachable',
  certificate: 'unreachable',
  timeout: 'unreachable',
  notAService: 'unreachable',
  rateLimited: 'limited',
  quotaExceeded: 'limited',
  store: 'store',
};

/** Whether the command line is to blame: its words, or a value in it that cannot be used. */
export function isUsage(error: unknown): boolean {
  // Unusable pictures have codes of their own.
  return error instanceof UsageError || (error instanceof ValueError && error.code === 'badRequest');
}

/** The exit code that a failure leads to. */
export function exitCodeOf(error: unknown): number {
  if (isUsage(error)) return exitCodes.usage.code;
  return exitCodes[error instanceof SightlineError ? (byError[error.code] ?? 'failed') : 'failed'].code;
}

/** The exit code of several failures: theirs where they are of one kind, good where there is none. */
export function exitCodeOfAll(failures: readonly unknown[]): number {
  const codes = new Set(failures.map(exitCodeOf));
  const [code = exitCodes.good.code] = codes;
  return codes.size > 1 ? exitCodes.failed.code : code;
}
