import { nearest } from './nearest.ts';
import { UsageError } from './usageError.ts';
import { parseArgs } from 'node:util';
import type { Session } from './session.ts';

/** An option as `parseArgs` takes it, with what help says of it. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  multiple?: boolean;
  /** What stands for its value in help: `FILE`. */
  value?: string;
  help: string;
}

type OptionSpecs = Record<string, OptionSpec>;

/** What was given for the options of `O`. */
type OptionValues<O extends OptionSpecs> = {
  [K in keyof O]?: O[K]['type'] extends 'boolean'
    ? boolean
    : O[K] extends { multiple: true }
      ? string[]
      : string;
};

interface CommandSpec<O extends OptionSpecs> {
  /** As it is typed: `provider set`. */
  name: string;
  summary: string;
  /** What may follow the name, beside options: `FILE...`. */
  usage: string;
  /** How many arguments may follow the name. */
  operands: { least: number; most: number };
  options: O;
  /** Further paragraphs of its help. */
  notes?: readonly string[];
  /** Does it, and returns the exit code. */
  run(session: Session, given: { values: OptionValues<O>; operands: readonly string[] }): Promise<number>;
}

/** A command, ready to be given the words after its name. */
export interface Command {
  name: string;
  summary: string;
  usage: string;
  options: OptionSpecs;
  notes: readonly string[];
  run(session: Session, words: readonly string[]): Promise<number>;
}

/** Makes a command whose options are parsed and counted before it runs. */
export function defineCommand<const O extends OptionSpecs>(spec: CommandSpec<O>): Command {
  const { name, operands: count } = spec;
  return {
    ...spec,
    notes: spec.notes ?? [],
    run: async (session, words) => {
      const { values, positionals } = parse(name, spec.options, words);
      if (positionals.length < count.least)
        throw new UsageError(`Something is missing: ${name} ${spec.usage}.`, name);
      // What is too much is not repeated: it may be a key.
      if (positionals.length > count.most)
        throw new UsageError(`Too many arguments: ${`${name} ${spec.usage}`.trim()}.`, name);
      return spec.run(session, { values: values as OptionValues<O>, operands: positionals });
    },
  };
}

function parse(name: string, options: OptionSpecs, words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The first sentence says what is wrong, the others advise on spelling.
    const message = `${error.message.replace(/\. .*/s, '')}.`.replace(/\.\.$/, '.');
    throw new UsageError([message, advice(message, options)].filter(Boolean).join(' '), name);
  }
}

/** What may have been meant by an option that there is not. */
function advice(message: string, options: OptionSpecs): string | undefined {
  const [, dashes, word = ''] = /^Unknown option '(--?)(.*)'/.exec(message) ?? [];
  if (dashes === '-') return 'A name that begins with - comes after --.';
  const meant = dashes === undefined ? undefined : nearest(word, Object.keys(options));
  return meant === undefined ? undefined : `Is --${meant} meant?`;
}

/** A whole number given for an option, within bounds. */
export function numberOption(
  text: string | undefined,
  { option, least, most }: { option: string; least: number; most: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${option} takes a whole number from ${least} to ${most}.`);
}

/** One of a few words given for an option. */
export function wordOption<Word extends string>(
  text: string | undefined,
  option: string,
  words: readonly Word[],
): Word | undefined {
  if (text === undefined) return undefined;
  const word = words.find(one => one === text);
  if (word !== undefined) return word;
  throw new UsageError(`--${option} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}.`);
}
