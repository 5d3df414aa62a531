import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { nearest } from '../base/nearest.ts';

/** The option for output that programs read; `what` says what an object stands for. */
export const jsonOption = (what = 'print the result as a JSON object') => new Option('--json', what);

/** The option by which a key is given without appearing in the shell's history. */
export const keyFileOption = () =>
  new Option('--key-file <file>', 'file that contains the key; - reads standard input');

/** The option that says which service is meant. */
export const serviceOption = () =>
  new Option(
    '--service <url>',
    'address of the service (default: SIGHTLINE_SERVICE, the last login, or the public service)',
  );

/** Reads a whole number within bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return text => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** What to say of a value that is none of the choices. */
export function choiceAdvice(given: string, choices: readonly string[]): string {
  const meant = nearest(given, choices);
  const allowed = `Allowed choices are ${choices.join(', ')}.`;
  return meant === undefined ? allowed : `Did you mean ${meant}? ${allowed}`;
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

/** The option that takes a prompt, and what is asked with it, from a file. */
export const promptFileOption = () =>
  new Option(
    '--prompt-file <file>',
    'prompt in a .prompt.md file, whose front matter may name model, provider, temperature, and schema',
  );
