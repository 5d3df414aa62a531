import { SightlineError, systemCode } from '../../base/errors.ts';
import { systemReason } from '../../base/systemReason.ts';

/**
 * A system's failure to read or write `what` (`the run "Holiday"`), as the person is told of it.
 * @returns the same error where it is one of ours already.
 */
export function storeFailure(
  what: string,
  error: unknown,
  attempt: 'kept' | 'read' = 'kept',
): SightlineError {
  if (error instanceof SightlineError) return error;
  const code = systemCode(error);
  const subject = what.charAt(0).toUpperCase() + what.slice(1);
  return new SightlineError('store', `${subject} could not be ${attempt}: ${systemReason(code, own)}.`, {
    cause: error,
    hint: hints[code ?? ''] ?? 'Check the disk. What was saved before is safe.',
    remedy: { kind: 'resumeRun' },
  });
}

const own = {
  ENOENT: 'its file no longer exists',
  EEXIST: 'a file has the name of its folder',
  ENOTDIR: 'a file has the name of its folder',
};

const space = 'Free some space. What was saved before is safe.';
const permission = 'Make its folder readable and writable. What was saved before is safe.';
const folder = 'Rename that file or choose another folder.';
const hints: Record<string, string | undefined> = {
  EEXIST: folder,
  ENOTDIR: folder,
  ENOSPC: space,
  EDQUOT: space,
  EFBIG: space,
  EROFS: permission,
  EACCES: permission,
  EPERM: permission,
};
