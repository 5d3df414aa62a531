import type { ProviderFault } from './providerFault.ts';

/** Whether the server says that the money is spent, not that we are too fast. */
export function isQuotaFault({ status, code, reason }: ProviderFault): boolean {
  if (
    status === 402 ||
    (code !== undefined && /insufficient_(quota|balance|funds|credits?)|billing/.test(code))
  )
    return true;
  return (
    (status === 429 || status === 403 || status === 400) &&
    /insufficient (?:balance|credits?|funds|quota)|credit balance is too low|out of credits|budget (?:has been )?exceeded/i.test(
      reason,
    )
  );
}
