import { baseName } from '../base/baseName.ts';
import { doneText, type DoneCounts } from '../base/doneText.ts';
import { formatDuration, formatRate } from '../base/localFormat.ts';
import { t } from '../base/l10n.ts';

/** How far a run is. */
export interface HowFar extends DoneCounts {
  /** Pictures in a minute. */
  rate?: number | undefined;
  secondsLeft?: number | undefined;
}

/** `412 of 10,000 done (3 failed), 96 a minute, about 1 h 40 min left`. */
export function progressText({ rate, secondsLeft, ...counts }: HowFar): string {
  return [
    doneText(counts),
    ...(rate === undefined ? [] : [formatRate(rate)]),
    ...(secondsLeft === undefined ? [] : [t('about {time} left', { time: formatDuration(secondsLeft) })]),
  ].join(', ');
}

/**
 * The first reasons for failures, a sentence each with the pictures that it concerns: `a.png and 23 more: The image has
 * too few pixels.` A reason that names its picture is not headed by it once more.
 */
export function failureText(
  failures: readonly { name: string; message: string }[],
  most: number,
): string | undefined {
  if (failures.length === 0) return undefined;
  const byReason = Map.groupBy(failures, ({ name, message }) =>
    message.replaceAll(name, '').replaceAll(baseName(name), ''),
  );
  const named = [...byReason.values()].slice(0, most);
  const rest = failures.length - named.reduce((sum, { length }) => sum + length, 0);
  const sentences = named.map(([{ name, message } = { name: '', message: '' }, ...others]) => {
    const more = others.length;
    if (message.includes(baseName(name)))
      return others.length === 0 ? message : t('{message} The same with {more} more.', { message, more });
    return others.length === 0
      ? `${name}: ${message}`
      : t('{name} and {more} more: {message}', { name, more, message });
  });
  return [...sentences, ...(rest === 0 ? [] : [t('And {count} more failed.', { count: rest })])].join(' ');
}
