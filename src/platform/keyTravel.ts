import { mayCarryKey } from '../base/address.ts';
import { SightlineError } from '../base/errors.ts';
import { t } from '../base/l10n.ts';

/** Refuses an address to which a secret would travel unencrypted. @throws {SightlineError} */
export function assertMayCarryKey(address: string, secret: 'key' | 'token' = 'key'): void {
  if (mayCarryKey(address)) return;
  const { origin } = new URL(address);
  throw new SightlineError(
    'badRequest',
    secret === 'key'
      ? t('The key is not sent to {origin}, where it could be read on the way.', { origin })
      : t('The token is not sent to {origin}, where it could be read on the way.', { origin }),
    {
      hint: t('Use an address that starts with https://.'),
      remedy: { kind: 'correctServiceAddress' },
    },
  );
}
