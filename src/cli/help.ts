import type { Command, OptionSpec } from './command.ts';
import { exitCodes } from './exitCodes.ts';

const helpOption: Record<string, OptionSpec> = { help: { type: 'boolean', help: 'say this' } };

const environment: readonly (readonly [string, string])[] = [
  ['ULTRALYTICS_API_KEY', 'key of the public service; goes before the saved login'],
  ['SIGHTLINE_API_KEY', 'the same for any other service'],
  ['SIGHTLINE_SERVICE', 'address of the service; SIGHTLINE_API_KEY then goes to that one only'],
  ['OPENAI_API_KEY and the like', "keys of providers, by their own variables' names"],
  ['SIGHTLINE_CONFIG_DIR', 'folder of what is saved'],
  ['SIGHTLINE_KEYCHAIN=off', "keep keys in files of mode 0600, not in the system's keychain"],
];

/** Help for all of it. */
export function generalHelp(commands: readonly Command[], version: string): string {
  return sections(
    `Sightline ${version}: describe pictures and ask models.`,
    'Usage: sightline COMMAND [OPTIONS]\n       sightline COMMAND --help | --version',
    titled(
      'Commands',
      commands.map(({ name, usage, summary }) => [`${name} ${usage}`, summary]),
    ),
    'Without --provider the describer on this machine answers: it measures pictures, needs no key and sends nothing.',
    keyOrder,
    titled(
      'Exit codes',
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
    titled('Environment', environment),
    'Results go to standard output, messages to standard error as "sightline: CODE: message". With --json both are one\nobject a line.',
  );
}

/** Where keys come from, in the order in which they are looked for. */
export const keyOrder =
  'A key is taken from --key-file, else from the environment, else from what was saved. It goes to the server it\nbelongs to and nowhere else.';

/** Help for one command. */
export function commandHelp({ name, summary, usage, options, notes }: Command): string {
  return sections(
    `Usage: ${`sightline ${name} ${usage}`.trim()} [OPTIONS]`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    titled(
      'Options',
      Object.entries({ ...options, ...helpOption }).map(([option, { value, help }]) => [
        `--${option}${value === undefined ? '' : ` ${value}`}`,
        help,
      ]),
    ),
    ...notes,
  );
}

/** Help for commands that share their first word. */
export function groupHelp(commands: readonly Command[]): string {
  return commands.map(commandHelp).join('\n');
}

function titled(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length)) + 2;
  return `${title}:\n${rows.map(([term, words]) => `  ${term.padEnd(width)}${words}`).join('\n')}`;
}

function sections(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}
