import { t } from '../../../base/l10n.ts';
import { formatDuration, formatMoney, formatRate, formatTokens } from '../../../base/localFormat.ts';
import { doneText } from '../../../base/doneText.ts';
import type { RunView } from '../../../protocol/run.ts';

type Counts = RunView['counts'];

/** Parts of the progress bar with their shares of the whole, from 0 to 1, in the order they are drawn. */
export function progressParts({ all, described, failed, asking, submitted }: Counts) {
  const share = (part: number): number => (all === 0 ? 0 : part / all);
  return {
    described: share(described),
    failed: share(failed),
    working: share(asking + submitted),
  };
}

/** `1,216 of 5,000 done (12 failed)`, `2 cannot be read`, `40 from the team`, `30 in a batch`, `3,754 pending`. */
export function countText(counts: Counts): string[] {
  const { all, described, failed, submitted, retryable, shared } = counts;
  const open = Math.max(0, all - described - failed - submitted);
  return [
    doneText(counts),
    ...(failed > retryable ? [t('{failed} cannot be read', { failed: failed - retryable })] : []),
    ...(shared > 0 ? [t('{shared} from the team', { shared })] : []),
    ...(submitted > 0 ? [t('{submitted} in a batch', { submitted })] : []),
    ...(open > 0 ? [t('{open} pending', { open })] : []),
  ];
}

/** How far the search for pictures is that changed since they were described. */
export function lookingText(looked: number, { all }: Pick<Counts, 'all'>): string {
  return t('Checking for changed images: {looked} of {all}', { looked, all });
}

/** When a run that waits goes on, from the seconds that are left. */
export function waitText(seconds: number): string {
  return seconds < 1
    ? t('Continues automatically in a moment.')
    : t('Continues automatically in {time}.', { time: formatDuration(seconds) });
}

/** How fast it goes and what it has cost: `84 a minute`, `45 min left`, `1.2 M tokens`, `$0.84`. Where nobody counts tokens, none are told. */
export function rateText({ phase, rate, secondsLeft, spent, capUnit }: RunView): string[] {
  const tokens = capUnit === 'images' ? 0 : spent.inputTokens + spent.outputTokens;
  const running = phase === 'running';
  return [
    ...(running && rate !== undefined ? [formatRate(rate)] : []),
    ...(running && secondsLeft !== undefined
      ? [t('{time} left', { time: formatDuration(secondsLeft) })]
      : []),
    ...(tokens > 0 ? [t('{tokens} tokens', { tokens: formatTokens(tokens) })] : []),
    ...(spent.money !== undefined && tokens > 0 ? [formatMoney(spent.money)] : []),
  ];
}
