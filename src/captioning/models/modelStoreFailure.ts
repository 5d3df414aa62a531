import { SightlineError, systemCode } from '../../base/errors.ts';

const reasons: Record<string, string | undefined> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would grow too large for this disk',
  EROFS: 'the disk is read-only',
  EACCES: 'permission is missing',
  EPERM: 'permission is missing',
  EBUSY: 'it is in use',
  ENOENT: 'it does not exist',
  EIO: 'the disk reported a fault',
};

/** A system's failure to read, write or remove `what`, as the person is told of it. */
export function modelStoreFailure(
  what: string,
  error: unknown,
  attempt: 'read' | 'written' | 'removed',
): SightlineError {
  if (error instanceof SightlineError) return error;
  const code = systemCode(error);
  const reason =
    reasons[code ?? ''] ?? (code === undefined ? 'an unexpected error occurred' : `system error ${code}`);
  return new SightlineError('store', `${what} could not be ${attempt}: ${reason}.`, {
    cause: error,
    ...(['ENOSPC', 'EDQUOT'].includes(code ?? '') ? { hint: 'Free some space and try again.' } : {}),
  });
}
