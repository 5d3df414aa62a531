import { SightlineError, systemCode } from '../../base/errors.ts';
import { systemReason } from '../../base/systemReason.ts';
import { t } from '../../base/l10n.ts';

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
  const values = { subject, reason: systemReason(code, own()) };
  const message =
    attempt === 'kept'
      ? t('{subject} could not be kept: {reason}.', values)
      : t('{subject} could not be read: {reason}.', values);
  return new SightlineError('store', message, {
    cause: error,
    hint: hintFor(code),
    remedy: { kind: 'resumeRun' },
  });
}

const own = () => ({
  ENOENT: t('its file no longer exists'),
  EEXIST: t('a file has the name of its folder'),
  ENOTDIR: t('a file has the name of its folder'),
});

function hintFor(code: string | undefined): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return t('Rename that file or choose another folder.');
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return t('Free some space. What was saved before is safe.');
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return t('Make its folder readable and writable. What was saved before is safe.');
    case undefined:
    default:
      return t('Check the disk. What was saved before is safe.');
  }
}
