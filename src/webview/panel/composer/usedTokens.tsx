import type { VNode } from 'preact';
import { t } from '../../../base/l10n.ts';
import { dollars, priceIn, type Prices } from '../../../base/dollars.ts';
import { formatMoney } from '../../../base/localFormat.ts';
import type { Entry } from '../../../protocol/conversation.ts';

interface UsedTokensProps {
  entries: readonly Entry[];
  /** By the model's name, where the person has set one, else by `provider/model`. */
  prices: Prices;
}

/**
 * What the conversation has used so far, beside the box; nothing where no server has told. With what it cost, where the
 * prices of all its models are known.
 */
export function UsedTokens({ entries, prices }: UsedTokensProps): VNode | null {
  const used = entries.flatMap(({ usage, model, provider }) =>
    usage ? [{ ...usage, price: priceIn(prices, model) ?? priceIn(prices, `${provider}/${model}`) }] : [],
  );
  const input = used.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = used.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  if (input + output === 0) return null;
  const money = used.reduce<number | undefined>(
    (sum, { price, ...tokens }) => (sum === undefined || !price ? undefined : sum + dollars(tokens, price)),
    0,
  );
  const cost = money === undefined ? undefined : formatMoney(money);
  const counted = t('{input} input tokens, {output} output tokens', { input, output });
  return (
    <span
      class="measure used"
      title={[t('This conversation: {counted}', { counted }), ...(cost === undefined ? [] : [cost])].join(
        ' · ',
      )}
    >
      <span class="tokens">
        {t('{input} tokens', { input: input + output })}
        {cost !== undefined && ' · '}
      </span>
      {cost}
    </span>
  );
}
