import { formatMoney, formatNumber } from '../../base/format.ts';
import { isBuiltIn, knownProviders } from '../../inference/providers/providers.ts';
import { noUsage, sumOf } from '../../runs/usage.ts';
import type { Spent } from '../../runs/running/spending.ts';
import type { RunPlan } from './runPlan.ts';

/**
 * What a run cost, and by which price; undefined where nothing was asked, and for models of this machine, which cost nothing.
 */
export function costText(
  { price, target }: Pick<RunPlan, 'price' | 'target'>,
  { usage, inBatches = noUsage, money, guessed }: Spent,
): string | undefined {
  const { inputTokens, outputTokens } = sumOf(usage, inBatches);
  if (inputTokens + outputTokens === 0) return undefined;
  const about = guessed ? 'about ' : '';
  const tokens = `${about}${formatNumber(inputTokens)} input and ${formatNumber(outputTokens)} output tokens`;
  if (price === undefined || money === undefined)
    return costsNothing(target.provider)
      ? undefined
      : `Cost unknown: no price is known for ${target.model}; --price sets it. It used ${tokens}.`;
  const cost = `Cost: ${formatMoney(money)} for ${tokens}`;
  return price.listedOn === undefined
    ? `${cost}.`
    : `${cost}, at the list prices of ${price.listedOn}: ${formatMoney(price.input)} and ${formatMoney(price.output)} per million.`;
}

function costsNothing({ id }: Pick<RunPlan['target']['provider'], 'id'>): boolean {
  return isBuiltIn(id) || knownProviders.some(known => known.id === id && known.local);
}
