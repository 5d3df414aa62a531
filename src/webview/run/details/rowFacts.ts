import { t } from '../../../base/l10n.ts';
import { formatBytes, formatSeconds } from '../../../base/localFormat.ts';
import type { RowView } from '../../../protocol/run.ts';

/** What is known of a row in numbers: `1.2 MB`, `812 tokens in, 64 out`, `2.4 s`. */
export function rowFacts({ byteLength, inputTokens, outputTokens, seconds }: RowView): string[] {
  const tokens = [
    ...(inputTokens === undefined ? [] : [t('{inputTokens} input tokens', { inputTokens })]),
    ...(outputTokens === undefined ? [] : [t('{outputTokens} output tokens', { outputTokens })]),
  ];
  return [
    formatBytes(byteLength),
    ...(tokens.length > 0 ? [tokens.join(', ')] : []),
    ...(seconds === undefined ? [] : [formatSeconds(seconds)]),
  ];
}
