/** Why a system refuses to read or write, by its code. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would grow too large for this disk',
  EROFS: 'the disk is read-only',
  EACCES: 'permission is missing',
  EPERM: 'permission is missing',
  EIO: 'the disk reported a fault',
};

/**
 * Why a system refuses to read or write, as a clause for the person.
 * @param own What other codes mean where they came up.
 */
export function systemReason(code: string | undefined, own: Readonly<Record<string, string>> = {}): string {
  if (code === undefined) return 'an unexpected error occurred';
  return own[code] ?? reasons[code] ?? `system error ${code}`;
}
