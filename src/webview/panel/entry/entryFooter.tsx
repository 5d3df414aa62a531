import { t } from '../../../base/l10n.ts';
import { formatSeconds } from '../../../base/localFormat.ts';
import type { VNode } from 'preact';
import type { Entry } from '../../../protocol/conversation.ts';

/** Who answered, and what it took. */
export function EntryFooter({ provider, model, usage, seconds, status }: Entry): VNode {
  return (
    <ul class="facts" aria-label={t('Answer details')}>
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
          title={t('{inputTokens} input tokens, {outputTokens} output tokens', {
            inputTokens: usage.inputTokens,
            outputTokens: usage.outputTokens,
          })}
        >
          {t('{inputTokens} input, {outputTokens} output tokens', {
            inputTokens: usage.inputTokens,
            outputTokens: usage.outputTokens,
          })}
        </li>
      )}
      {seconds !== undefined && status !== 'failed' && <li>{formatSeconds(seconds)}</li>}
    </ul>
  );
}
