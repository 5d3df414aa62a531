import {
  formatBytes,
  formatDuration,
  formatMoney,
  formatNumber,
  formatTokens,
  plural,
} from '../../../base/format.ts';
import { doneText } from '../../../base/doneText.ts';
import type { RunView } from '../../../protocol/run.ts';

/** `5,000: 3,812 JPEG, 1,100 PNG, 88 WebP`, or `3 JPEG`. */
export function imagesText({ counts, kinds }: RunView): string {
  if (counts.all === 0) return 'None';
  const list = kinds.map(([kind, number]) => `${formatNumber(number)} ${kind}`).join(', ');
  if (kinds.length === 1) return list;
  return list === '' ? formatNumber(counts.all) : `${formatNumber(counts.all)}: ${list}`;
}

/** What is not asked about, and why; empty where everything is. */
export function storageText({ counts }: RunView): string[] {
  const { reused, skipped } = counts;
  return [
    ...(reused > 0 ? [`${plural(reused, 'image')} already described: answers are reused`] : []),
    ...(skipped > 0 ? [`${plural(skipped, 'file')} skipped: ${skippedText(skipped)}`] : []),
  ];
}

function skippedText(skipped: number): string {
  return skipped === 1 ? 'not an image, or a broken link' : 'not images, or broken links';
}

/** `22 of 25 done (3 failed) with gpt-4.1-mini, 31/01/2026, 16:33`; the time as the person writes it. */
export function earlierText({ model, createdAt, counts }: NonNullable<RunView['earlier']>): string {
  const when = new Date(createdAt).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return `${doneText(counts)} with ${model}, ${when}`;
}

/** Which host receives what. */
export function sentText({ offline, host, counts, openBytes }: RunView): string {
  const open = openPictures(counts);
  if (offline) return 'Nothing leaves this machine.';
  if (open === 0) return `Nothing is sent to ${host}: no images are pending.`;
  return `${plural(open, 'image')} (about ${formatBytes(openBytes)}) and the prompt are sent to ${host}.`;
}

/** What the rest will take, from the answers that came; `undefined` before there are any. */
export function estimateText({ estimate, offline, batchPossible, counts }: RunView): string | undefined {
  if (!estimate || estimate.answers === 0) return undefined;
  if (openPictures(counts) === 0) return 'No images are pending.';
  const { answers, inputTokens, outputTokens, seconds, money, batchMoney } = estimate;
  const inBatch = batchPossible && batchMoney !== undefined ? `, ${formatMoney(batchMoney)} as a batch` : '';
  const facts = [
    ...(seconds === undefined ? [] : [formatDuration(seconds)]),
    ...(inputTokens + outputTokens > 0
      ? [`${formatTokens(inputTokens)} input tokens, ${formatTokens(outputTokens)} output tokens`]
      : []),
    ...(money === undefined || offline ? [] : [`${formatMoney(money)}${inBatch}`]),
  ];
  return `About ${facts.join(' · ')} (from ${plural(answers, 'answer')})`;
}

function openPictures({ all, described, failed }: RunView['counts']): number {
  return Math.max(0, all - described - failed);
}

/** `spending cap $5.00`; `undefined` where there is none. */
export function capText({ cap }: RunView): string | undefined {
  if (!cap) return undefined;
  const { amount, unit } = cap;
  return `spending cap ${unit === 'dollars' ? formatMoney(amount) : plural(amount, unit === 'images' ? 'image' : 'token')}`;
}

export function priceText({ price, offline }: RunView): string {
  if (offline) return 'Free';
  if (!price) return 'Not set';
  return `${formatMoney(price.input)} input, ${formatMoney(price.output)} output per million tokens`;
}

/** `Model · Provider`, without what is empty. */
export function modelText({ provider, model }: Pick<RunView, 'provider' | 'model'>): string {
  return [provider, model].filter(Boolean).join(' · ');
}

export function keptText({ keptIn }: RunView): string {
  return keptIn === undefined
    ? 'Each answer is saved by the editor as soon as it arrives. Use Export to write files.'
    : `Each answer is saved ${keptIn} as soon as it arrives. Use Export to write files.`;
}
