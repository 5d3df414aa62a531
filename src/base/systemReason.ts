import { t } from './l10n.ts';

/** Why a system refuses to read or write, by its code. */
const reasons = (): Readonly<Record<string, string>> => ({
  ENOSPC: t('the disk is full'),
  EDQUOT: t('the disk quota is used up'),
  EFBIG: t('the file would grow too large for this disk'),
  EROFS: t('the disk is read-only'),
  EACCES: t('permission is missing'),
  EPERM: t('permission is missing'),
  EIO: t('the disk reported a fault'),
});

/**
 * Why a system refuses to read or write, as a clause for the person.
 * @param own What other codes mean where they came up.
 */
export function systemReason(code: string | undefined, own: Readonly<Record<string, string>> = {}): string {
  if (code === undefined) return t('an unexpected error occurred');
  return own[code] ?? reasons()[code] ?? t('system error {code}', { code });
}
