import {
  formatBytes,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTokens,
} from '../../src/base/format.ts';
import { atRate, enough, sums, type LargeRun } from './largeRun.ts';
import type { SimulatedPace } from './simulateRun.ts';

/** What a large run takes in all, as rows of Markdown. */
export function sumsTable(run: LargeRun): string {
  const { uploaded, inputTokens, outputTokens, dollars, processorHours } = sums(run);
  const rows = [
    ['requests', formatNumber(run.images)],
    ['uploaded', formatBytes(uploaded)],
    ['tokens of the questions', formatTokens(inputTokens)],
    ['tokens of the answers', formatTokens(outputTokens)],
    ['price', formatMoney(dollars)],
    ['preparing the images', `${formatNumber(Math.ceil(processorHours))} hours of one processor`],
  ];
  return table(['what', 'how much'], rows);
}

/** What each rate means for it, as rows of Markdown. */
export function ratesTable(run: LargeRun, rates: readonly number[]): string {
  const rows = rates.map(perMinute => {
    const { seconds, workers, megabits, tokensPerMinute, pace } = atRate(run, perMinute);
    return [
      formatNumber(perMinute),
      formatDuration(seconds),
      formatNumber(workers),
      formatTokens(tokensPerMinute),
      `${formatNumber(Math.ceil(megabits))} Mbit/s`,
      formatPercent(Math.min(pace.busy.database, 1)),
      heldUpBy(pace.busy),
    ];
  });
  const head = [
    'requests per minute',
    'time',
    'workers',
    'tokens per minute',
    'upload',
    'database',
    'held up by',
  ];
  return table(head, rows);
}

/** What is busy all the time; the rate first, since workers come as many as it needs. */
function heldUpBy({ rate, ...others }: SimulatedPace['busy']): string {
  if (rate >= enough) return 'the rate';
  const [most] = Object.entries(others).sort(([, one], [, other]) => other - one);
  return `the ${most?.[0] ?? 'rate'}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
