import { SightlineError, systemCode } from '../../base/errors.ts';
import { systemReason } from '../../base/systemReason.ts';

const own = { EBUSY: 'it is in use', ENOENT: 'it does not exist' };

/** A system's failure to read, write or remove `what`, as the person is told of it. */
export function modelStoreFailure(
  what: string,
  error: unknown,
  attempt: 'read' | 'written' | 'removed',
): SightlineError {
  if (error instanceof SightlineError) return error;
  const code = systemCode(error);
  return new SightlineError('store', `${what} could not be ${attempt}: ${systemReason(code, own)}.`, {
    cause: error,
    ...(['ENOSPC', 'EDQUOT'].includes(code ?? '') ? { hint: 'Free some space and try again.' } : {}),
  });
}
