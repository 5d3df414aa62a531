import { formatNumber, formatSeconds } from '../../../base/format.ts';
import type { VNode } from 'preact';
import type { Entry } from '../../../protocol/conversation.ts';

/** Who answered, and what it took. */
export function EntryFooter({ provider, model, usage, seconds, status }: Entry): VNode {
  return (
    <ul class="facts" aria-label="Answer details">
      {provider !== '' && (
        <li>
          <bdi>{provider}</bdi>
        </li>
      )}
      {model !== '' && (
        <li class="model">
          <bdi>{model}</bdi>
        </li>
      )}
      {usage && (
        <li
          title={`${formatNumber(usage.inputTokens)} input tokens, ${formatNumber(usage.outputTokens)} output tokens`}
        >
          {formatNumber(usage.inputTokens)} input, {formatNumber(usage.outputTokens)} output tokens
        </li>
      )}
      {seconds !== undefined && status !== 'failed' && <li>{formatSeconds(seconds)}</li>}
    </ul>
  );
}
