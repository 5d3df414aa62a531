import {
  formatBytes,
  formatDuration,
  formatMoney,
  formatNumber,
  formatTokens,
} from '../../../base/localFormat.ts';
import { counted, t } from '../../../base/l10n.ts';
import { doneText } from '../../../base/doneText.ts';
import type { RunView } from '../../../protocol/run.ts';

type Sharing = NonNullable<RunView['sharing']>;

/** `5,000: 3,812 JPEG, 1,100 PNG, 88 WebP`, or `3 JPEG`. */
export function imagesText({ counts, kinds }: RunView): string {
  if (counts.all === 0) return t('None');
  const list = kinds.map(([kind, number]) => `${formatNumber(number)} ${kind}`).join(', ');
  if (kinds.length === 1) return list;
  return list === '' ? formatNumber(counts.all) : `${formatNumber(counts.all)}: ${list}`;
}

/** What is not asked about, and why; empty where everything is. */
export function storageText({ counts }: RunView): string[] {
  const { reused, shared, skipped } = counts;
  return [
    ...(reused > 0
      ? [
          counted(
            reused,
            '{count} image already described: answers are reused',
            '{count} images already described: answers are reused',
          ),
        ]
      : []),
    ...(shared > 0
      ? [
          counted(
            shared,
            '{count} image answered by the team, at no cost',
            '{count} images answered by the team, at no cost',
          ),
        ]
      : []),
    ...(skipped > 0
      ? [
          counted(skipped, '{count} file skipped: {skipped}', '{count} files skipped: {skipped}', {
            skipped: skippedText(skipped),
          }),
        ]
      : []),
  ];
}

function skippedText(skipped: number): string {
  return skipped === 1 ? t('not an image, or a broken link') : t('not images, or broken links');
}

/** `22 of 25 done (3 failed) with gpt-4.1-mini, 31/01/2026, 16:33`; the time as the person writes it. */
export function earlierText({ model, createdAt, counts }: NonNullable<RunView['earlier']>): string {
  const when = new Date(createdAt).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return t('{done} with {model}, {when}', { done: doneText(counts), model, when });
}

/** Which host receives what. */
export function sentText({ offline, host, counts, openBytes }: RunView): string {
  const open = openPictures(counts);
  if (offline) return t('Nothing leaves this machine.');
  if (open === 0) return t('Nothing is sent to {host}: no images are pending.', { host });
  return counted(
    open,
    '{count} image (about {size}) and the prompt are sent to {host}.',
    '{count} images (about {size}) and the prompt are sent to {host}.',
    { size: formatBytes(openBytes), host },
  );
}

/** With whom answers are shared, and what of them; or why they are not. */
export function sharingText({ isPrivate, isLoggedIn, host, workspace }: Sharing): string {
  if (isPrivate) return t('This run is private: answers are neither looked up nor shared.');
  if (!isLoggedIn) return t('Not shared: you are not logged in.');
  const what = { host: host ?? '', workspace: workspace ?? '' };
  return workspace === undefined
    ? t(
        'Shared with the workspace of your key at {host}: the text of each answer, but no image, prompt or file name.',
        what,
      )
    : t(
        'Shared with the workspace {workspace} at {host}: the text of each answer, but no image, prompt or file name.',
        what,
      );
}

/** What else is to be known of it. */
export function sharingNotes({ isPrivate, isLoggedIn, trouble }: Sharing, batchPossible: boolean): string[] {
  if (isPrivate || !isLoggedIn) return [];
  return [
    ...(trouble === undefined ? [] : [trouble]),
    ...(batchPossible ? [t('A batch neither looks up nor shares answers.')] : []),
  ];
}

/** What the rest will take, from the answers that came; `undefined` before there are any. */
export function estimateText({ estimate, offline, batchPossible, counts }: RunView): string | undefined {
  if (!estimate || estimate.answers === 0) return undefined;
  if (openPictures(counts) === 0) return t('No images are pending.');
  const { answers, inputTokens, outputTokens, seconds, money, batchMoney } = estimate;
  const inBatch =
    batchPossible && batchMoney !== undefined
      ? t(', {price} as a batch', { price: formatMoney(batchMoney) })
      : '';
  const facts = [
    ...(seconds === undefined ? [] : [formatDuration(seconds)]),
    ...(inputTokens + outputTokens > 0
      ? [
          t('{tokens} input tokens, {tokens2} output tokens', {
            tokens: formatTokens(inputTokens),
            tokens2: formatTokens(outputTokens),
          }),
        ]
      : []),
    ...(money === undefined || offline ? [] : [`${formatMoney(money)}${inBatch}`]),
  ];
  return counted(answers, 'About {amounts} (from {count} answer)', 'About {amounts} (from {count} answers)', {
    amounts: facts.join(' · '),
  });
}

function openPictures({ all, described, failed }: RunView['counts']): number {
  return Math.max(0, all - described - failed);
}

/** `spending cap $5.00`; `undefined` where there is none. */
export function capText({ cap }: RunView): string | undefined {
  if (!cap) return undefined;
  const { amount, unit } = cap;
  if (unit === 'dollars') return t('spending cap {amount}', { amount: formatMoney(amount) });
  return unit === 'images'
    ? counted(amount, 'spending cap {count} image', 'spending cap {count} images')
    : counted(amount, 'spending cap {count} token', 'spending cap {count} tokens');
}

export function priceText({ price, offline }: RunView): string {
  if (offline) return t('Free');
  if (!price) return t('Not set');
  const words = { price: formatMoney(price.input), price2: formatMoney(price.output) };
  return price.listedOn === undefined
    ? t('{price} input, {price2} output per million tokens', words)
    : t('{price} input, {price2} output per million tokens, listed on {day}', {
        ...words,
        day: price.listedOn,
      });
}

/** `Model · Provider`, without what is empty. */
export function modelText({ provider, model }: Pick<RunView, 'provider' | 'model'>): string {
  return [provider, model].filter(Boolean).join(' · ');
}

export function keptText({ keptIn }: RunView): string {
  return keptIn === undefined
    ? t('Each answer is saved by the editor as soon as it arrives. Use Export to write files.')
    : t('Each answer is saved {keptIn} as soon as it arrives. Use Export to write files.', { keptIn });
}
