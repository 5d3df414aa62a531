import { SightlineError, systemCode } from '../../base/errors.ts';
import { systemReason } from '../../base/systemReason.ts';
import { t, type Values } from '../../base/l10n.ts';

const own = () => ({ EBUSY: t('it is in use'), ENOENT: t('it does not exist') });

const messages = {
  read: (values: Values) => t('{what} could not be read: {reason}.', values),
  written: (values: Values) => t('{what} could not be written: {reason}.', values),
  removed: (values: Values) => t('{what} could not be removed: {reason}.', values),
};

/** A system's failure to read, write or remove `what`, as the person is told of it. */
export function modelStoreFailure(
  what: string,
  error: unknown,
  attempt: 'read' | 'written' | 'removed',
): SightlineError {
  if (error instanceof SightlineError) return error;
  const code = systemCode(error);
  const reason = systemReason(code, own());
  return new SightlineError('store', messages[attempt]({ what, reason }), {
    cause: error,
    ...(['ENOSPC', 'EDQUOT'].includes(code ?? '') ? { hint: t('Free some space and try again.') } : {}),
  });
}
