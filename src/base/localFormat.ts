import { figuresIn } from './figures.ts';
import { editorSpeech } from './l10n.ts';

/*
 * Numbers in the language of the editor, for messages; English where nobody gives translations.
 */
export const {
  formatNumber,
  formatBytes,
  formatPixels,
  formatSeconds,
  formatDuration,
  formatTokens,
  formatRate,
  formatMoney,
  formatPercent,
} = figuresIn(editorSpeech);

// The same in every language.
export { formatClock, formatTime } from './format.ts';
