import type { CapUnit } from '../../../protocol/run.ts';

/**
 * What a person wrote as a spending cap: `5`, `$2.50`, `2,5` or `1,000,000`; without an amount: none. `undefined` where it is no
 * amount above zero.
 */
export function parseCap(text: string, unit: CapUnit): { amount?: number } | undefined {
  const written = unit === 'dollars' ? text.trim().replace(/^\$\s*/, '') : text.trim();
  if (written === '') return {};
  if (!/^[\d.,\s]+$/.test(written)) return undefined;
  const plain = written
    .replaceAll(/\s/g, '')
    // A comma divides thousands, else it is a decimal one.
    .replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.');
  const amount = Number(plain);
  if (!Number.isFinite(amount) || amount <= 0) return undefined;
  if (unit !== 'dollars' && !Number.isInteger(amount)) return undefined;
  return { amount };
}
