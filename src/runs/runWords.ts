/** A number as it is read: `10,000`. */
export function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** `1 picture`, `10,000 pictures`. */
export function pictures(count: number): string {
  return `${figure(count)} ${count === 1 ? 'picture' : 'pictures'}`;
}

/** A span of time in two parts at most: `40 s`, `12 min`, `1 h 40 min`, `2 d 3 h`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return inTwo(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return inTwo(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function inTwo(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}

/** US dollars: `$0.0042`, `$1.20`, `$1,200`. */
export function dollars(amount: number): string {
  const digits = amount !== 0 && amount < 0.1 ? 4 : amount < 100 ? 2 : 0;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

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
export function progressWords({ ended, all, rate, secondsLeft }: HowFar): string {
  return [
    `${figure(ended)} of ${figure(all)}`,
    ...(rate === undefined ? [] : [`${rate < 10 ? rate.toFixed(1) : figure(rate)} a minute`]),
    ...(secondsLeft === undefined ? [] : [`about ${duration(secondsLeft)} left`]),
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
export function endWords({ described, failed, left }: HowEnded): string {
  return [
    `${figure(described)} done`,
    ...(failed === 0 ? [] : [`${figure(failed)} failed`]),
    ...(left === 0 ? [] : [`${figure(left)} left`]),
  ].join(', ');
}

/**
 * The first reasons for failures, a sentence each with the pictures that it concerns: `a.png and 23 more: The image has
 * too few pixels.` A reason that names its picture is not headed by it once more.
 */
export function failureWords(
  failures: readonly { name: string; message: string }[],
  most: number,
): string | undefined {
  if (failures.length === 0) return undefined;
  const byReason = Map.groupBy(failures, ({ name, message }) =>
    message.replaceAll(name, '').replaceAll(fileName(name), ''),
  );
  const named = [...byReason.values()].slice(0, most);
  const rest = failures.length - named.reduce((sum, { length }) => sum + length, 0);
  const sentences = named.map(([{ name, message } = { name: '', message: '' }, ...others]) => {
    const more = figure(others.length);
    if (message.includes(fileName(name)))
      return others.length === 0 ? message : `${message} The same with ${more} more.`;
    return others.length === 0 ? `${name}: ${message}` : `${name} and ${more} more: ${message}`;
  });
  return [...sentences, ...(rest === 0 ? [] : [`And ${figure(rest)} more failed.`])].join(' ');
}

function fileName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
