import { mayCarryKey } from '../base/address.ts';
import { SightlineError } from '../base/errors.ts';

/** Refuses an address to which a secret would travel unencrypted. @throws {SightlineError} */
export function assertMayCarryKey(address: string, secret: 'key' | 'token' = 'key'): void {
  if (mayCarryKey(address)) return;
  throw new SightlineError(
    'badRequest',
    `The ${secret} is not sent to ${new URL(address).origin}, where it could be read on the way.`,
    {
      hint: 'Use an address that starts with https://.',
      remedy: { kind: 'correctServiceAddress' },
    },
  );
}
