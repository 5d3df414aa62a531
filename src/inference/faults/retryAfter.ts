import type { ProviderFault } from './providerFault.ts';

/**
 * Milliseconds that a server asks us to wait: `retry-after-ms`, else `Retry-After` in seconds or as a date, else the
 * "try again in 7.6s" of its words (Groq and Gemini say it only there).
 */
export function retryAfterMs(
  { headers, status, reason }: ProviderFault,
  now = Date.now(),
): number | undefined {
  const precise = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (precise >= 0) return precise;
  const header = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  // JavaScript takes "-5" for a date, too.
  const date = /[a-z]/i.test(header) ? Date.parse(header) : NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  return status === 429 ? spokenWait(reason) : undefined;
}

function spokenWait(reason: string): number | undefined {
  const found = /(?:retry|try again) (?:in|after) (?:(\d+)m)?([\d.]+) ?(ms|s)/i.exec(reason);
  if (!found) return undefined;
  const [, minutes = '0', amount = '', unit] = found;
  const wait = Number(minutes) * 60_000 + Number(amount) * (unit?.toLowerCase() === 'ms' ? 1 : 1000);
  return Number.isNaN(wait) ? undefined : Math.ceil(wait);
}

/** Whether the server says that the money is spent, not that we are too fast. */
export function isQuotaFault({ status, code, reason }: ProviderFault): boolean {
  if (
    status === 402 ||
    (code !== undefined && /insufficient_(quota|balance|funds|credits?)|billing/.test(code))
  )
    return true;
  return (
    (status === 429 || status === 403 || status === 400) &&
    /insufficient (?:balance|credits?|funds|quota)|credit balance is too low|out of credits/i.test(reason)
  );
}
