import { InvalidArgumentError, Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import { exportFormats, type ExportFormatId } from '../../runs/exports/exportFormats.ts';
import type { Price } from '../../base/dollars.ts';
import { present } from '../../base/present.ts';
import type { TargetValues } from '../asking/targetOptions.ts';
import { choiceAdvice, wholeNumber } from '../options.ts';
import { suggesting } from '../suggested.ts';
import { builtInSchemas } from '../../schema/builtInSchemas.ts';

/** What was given for the options of {@link withRunOptions}, and those before. */
export interface RunValues extends TargetValues {
  prompt?: string | undefined;
  temperature?: number | undefined;
  boxes?: string | undefined;
  names?: string | undefined;
  glob?: string | undefined;
  concurrency: number;
  retries?: number | undefined;
  schema?: string | undefined;
  classes?: string | undefined;
  batch?: 'run' | 'cancel' | undefined;
  sharedAnswers?: true | undefined;
  /** Address of a PostgreSQL database. */
  queue?: string | undefined;
  /** Requests in a minute. */
  rate?: number | undefined;
  /** In US dollars per million tokens. */
  price?: Price | undefined;
  cap?: GivenCap | undefined;
  state?: string | undefined;
  allowFailed: number;
  export?: ExportFormatId[] | undefined;
  overwrite?: 'ours' | 'edited' | undefined;
  output?: string | undefined;
  spreadsheet?: true | undefined;
  oneLine?: true | undefined;
  renameOnConflict?: true | undefined;
  /** The name of `renameOnConflict` up to version 0.2. */
  otherName?: true | undefined;
  acceptedOnly?: true | undefined;
  withFailed?: true | undefined;
  withDetails?: true | undefined;
  withUncertain?: true | undefined;
}

/** A spending cap as it was given; without a unit it is in US dollars with --price, else in tokens. */
export interface GivenCap {
  amount: number;
  unit?: 'dollars' | 'tokens';
}

const formatNames = exportFormats.map(({ id }) => id);
const runGroup = 'Run options:';
const exportGroup = 'Export options:';

/** Adds the options that make a run of `describe`, or belong to one. */
export function withRunOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  const batch = new Option(
    '--batch <action>',
    "use the provider's Batch API, at a lower price and within a day; or cancel the pending batch",
  ).choices(['run', 'cancel']);
  const overwrite = new Option(
    '--overwrite <which>',
    'files that exports may replace: ours, unchanged ones of earlier exports; edited, changed ones too',
  ).choices(['ours', 'edited']);
  return command
    .optionsGroup(runGroup)
    .option(
      '--names <file>',
      'describe the files named in a file, newline- or NUL-separated; - reads standard input',
    )
    .option('--glob <pattern>', 'in folders, only files that match, for example "**/*.png"')
    .addOption(
      new Option('--concurrency <n>', 'maximum concurrent requests').argParser(wholeNumber(1, 64)).default(8),
    )
    .addOption(
      new Option('--retries <n>', 'maximum retries per image after a transient error (default: 2)').argParser(
        wholeNumber(0, 10),
      ),
    )
    .addOption(
      suggesting(
        new Option(
          '--schema <name|file>',
          'answer schema: a built-in one, a JSON Schema file, or an example answer',
        ),
        builtInSchemas.map(({ id }) => id),
      ),
    )
    .option('--classes <file>', 'data.yaml whose classes --schema allows')
    .addOption(batch)
    .option(
      '--price <in,out>',
      'US dollars per million input and output tokens (default: the price of the list that comes with Sightline)',
      price,
    )
    .option(
      '--cap <amount>',
      'spending cap, for example 5usd or 200000tokens; a number alone is in US dollars with --price, else in tokens',
      cap,
    )
    .addOption(
      new Option('--allow-failed <n>', 'exit with 0 if at most so many images failed')
        .argParser(wholeNumber(0, 1_000_000))
        .default(0),
    )
    .option(
      '--shared-answers',
      'use the answers of your workspace, and share new ones with it ("sightline login")',
    )
    .option(
      '--queue <url>',
      'have workers describe the images ("sightline worker --queue"): address of a PostgreSQL database',
    )
    .addOption(
      new Option('--rate <n>', 'maximum requests per minute of all workers of --queue').argParser(
        wholeNumber(1, 1_000_000),
      ),
    )
    .option('--state <folder>', 'where answers are saved (default: the configuration folder)')
    .optionsGroup(exportGroup)
    .addOption(
      suggesting(
        new Option(
          '--export <format>',
          `export format, repeatable (choices: ${formatNames.join(', ')})`,
        ).argParser(addFormat),
        formatNames,
      ),
    )
    .addOption(overwrite)
    .option('--output <folder>', 'where exports go (default: the folder of the images)')
    .option('--spreadsheet', 'csv: add a byte order mark and escape formulas')
    .option('--one-line', 'txt, caption: replace line breaks by spaces')
    .option(
      '--rename-on-conflict',
      "txt, caption, xmp: use another name if someone else's file has the usual one",
    )
    .addOption(new Option('--other-name', 'the old name of --rename-on-conflict').hideHelp())
    .option('--accepted-only', 'only descriptions that were accepted in the editor')
    .option('--with-failed', 'jsonl: include failed images with their errors')
    .option('--with-details', 'jsonl, csv, parquet: include times and notes')
    .option(
      '--with-uncertain',
      'cocoBoxes, yolo, jsonl, csv, parquet, huggingface: include uncertain detections',
    );
}

/** The options that only a run has, by the names of their values. */
export function runOptionNames({ options }: Pick<Command, 'options'>): string[] {
  return options
    .filter(({ helpGroupHeading }) => helpGroupHeading === runGroup || helpGroupHeading === exportGroup)
    .map(option => option.attributeName());
}

function price(text: string): Price {
  const [input, output, ...more] = text.split(',').map(amount);
  if (input === undefined || output === undefined || more.length > 0)
    throw new InvalidArgumentError('It must be two amounts, for example 0.40,1.60.');
  return { input, output };
}

function cap(text: string): GivenCap {
  const [, number = '', unit = ''] = /^([\d.]+) ?([a-z]*)$/i.exec(text.trim()) ?? [];
  const given = amount(number);
  const units = { '': undefined, usd: 'dollars', token: 'tokens', tokens: 'tokens' } as const;
  const name = unit.toLowerCase();
  if (given === undefined || given === 0 || !Object.hasOwn(units, name))
    throw new InvalidArgumentError('It must be an amount above 0, for example 5usd or 200000tokens.');
  return { amount: given, ...present({ unit: units[name as keyof typeof units] }) };
}

function amount(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function addFormat(text: string, previous: ExportFormatId[] | undefined): ExportFormatId[] {
  const format = formatNames.find(name => name === text);
  if (format === undefined) throw new InvalidArgumentError(choiceAdvice(text, formatNames));
  return [...(previous ?? []), format];
}
