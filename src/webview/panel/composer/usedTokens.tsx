import type { VNode } from 'preact';
import { formatNumber } from '../../../base/format.ts';
import type { Entry } from '../../../protocol/conversation.ts';

/** What the conversation has used so far, beside the box; nothing where no server has told. */
export function UsedTokens({ entries }: { entries: readonly Entry[] }): VNode | null {
  const used = entries.flatMap(({ usage }) => usage ?? []);
  const input = used.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = used.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  if (input + output === 0) return null;
  return (
    <span
      class="measure used"
      title={`This conversation: ${formatNumber(input)} input tokens, ${formatNumber(output)} output tokens`}
    >
      {formatNumber(input + output)} tokens
    </span>
  );
}
