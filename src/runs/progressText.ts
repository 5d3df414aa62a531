import { baseName } from '../base/baseName.ts';
import { formatDuration, formatNumber, formatRate } from '../base/format.ts';

/** How far a run is. */
export interface HowFar {
  /** Pictures that are described or failed. */
  ended: number;
  all: number;
  /** Pictures in a minute. */
  rate?: number | undefined;
  secondsLeft?: number | undefined;
}

/** `412 of 10,000, 96 a minute, about 1 h 40 min left`. */
export function progressText({ ended, all, rate, secondsLeft }: HowFar): string {
  return [
    `${formatNumber(ended)} of ${formatNumber(all)}`,
    ...(rate === undefined ? [] : [formatRate(rate)]),
    ...(secondsLeft === undefined ? [] : [`about ${formatDuration(secondsLeft)} left`]),
  ].join(', ');
}

/** How a run ended. */
export interface HowEnded {
  described: number;
  failed: number;
  /** Neither of both. */
  left: number;
}

/** `3 done, 2 failed`, with what is left where something is. */
export function endText({ described, failed, left }: HowEnded): string {
  return [
    `${formatNumber(described)} done`,
    ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
    ...(left === 0 ? [] : [`${formatNumber(left)} left`]),
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
    const more = formatNumber(others.length);
    if (message.includes(baseName(name)))
      return others.length === 0 ? message : `${message} The same with ${more} more.`;
    return others.length === 0 ? `${name}: ${message}` : `${name} and ${more} more: ${message}`;
  });
  return [...sentences, ...(rest === 0 ? [] : [`And ${formatNumber(rest)} more failed.`])].join(' ');
}
