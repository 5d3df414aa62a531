import { stat } from 'node:fs/promises';
import path from 'node:path';
import { originOf } from '../../base/address.ts';
import { batchTerms } from '../../inference/batches/batchProviders.ts';
import { defaultPrompt } from '../../inference/api/input.ts';
import { exportFormat, exportFormats, type ExportFormatId } from '../../runs/exports/exportFormats.ts';
import type { ExportOptions } from '../../runs/exports/exportOptions.ts';
import type { Price, SpendingCap } from '../../runs/runProgress.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import { chooseTarget, type Target, type TargetValues } from '../asking/target.ts';
import { numberOption, wordOption, type OptionSpec } from '../command.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { readNames } from './givenNames.ts';
import { givenSchema } from './givenSchema.ts';

const formatNames = exportFormats.map(({ id }) => id);

/** The options that make a run of `describe`, or belong to one. */
export const runOptions = {
  names: {
    type: 'string',
    value: 'FILE',
    help: 'a run over the names in FILE, one a line or divided by NUL; - is standard input',
  },
  glob: { type: 'string', value: 'PATTERN', help: 'of folders only what fits, for example "**/*.png"' },
  concurrency: { type: 'string', value: 'N', help: 'most pictures asked about at the same time; 8' },
  retries: { type: 'string', value: 'N', help: 'further tries of a picture after a passing failure; 2' },
  schema: {
    type: 'string',
    value: 'NAME|FILE',
    help: 'the form of the answers: a built-in one, a JSON Schema, or an example',
  },
  classes: {
    type: 'string',
    value: 'FILE',
    help: 'the classes of a data.yaml as the vocabulary of --schema',
  },
  batch: {
    type: 'string',
    value: 'WHAT',
    help: "run: by the provider's Batch API, at a lower price and in up to a day; cancel: end what was begun",
  },
  price: { type: 'string', value: 'IN,OUT', help: 'US dollars per million tokens' },
  cap: {
    type: 'string',
    value: 'AMOUNT',
    help: 'stop before more is spent: US dollars with --price, else tokens',
  },
  export: {
    type: 'string',
    multiple: true,
    value: 'FORMAT',
    help: `afterwards, may be repeated: ${formatNames.join(', ')}`,
  },
  overwrite: {
    type: 'string',
    value: 'HOW',
    help: 'what exports replace: ours, what Sightline wrote; edited, also what was changed since',
  },
  output: { type: 'string', value: 'FOLDER', help: 'where exports go; the folder of the pictures' },
  spreadsheet: {
    type: 'boolean',
    help: "csv: for a spreadsheet, with a mark and a ' before what it would take for a formula",
  },
  'one-line': { type: 'boolean', help: 'txt, caption: line breaks become spaces' },
  'other-name': {
    type: 'boolean',
    help: "txt, caption, xmp: another name where somebody else's file has the usual one",
  },
  'with-failed': { type: 'boolean', help: 'jsonl: failed pictures too, each with its error' },
  'with-details': { type: 'boolean', help: 'jsonl, csv: also when and how fast it was answered, and notes' },
  state: { type: 'string', value: 'FOLDER', help: "where answers are kept; in Sightline's own folder" },
} as const satisfies Record<string, OptionSpec>;

type RunValues = TargetValues & {
  [K in keyof typeof runOptions]?: (typeof runOptions)[K] extends { multiple: true }
    ? string[]
    : (typeof runOptions)[K] extends { type: 'boolean' }
      ? boolean
      : string;
};

type ExportChoices = Pick<
  ExportOptions,
  'overwrite' | 'forSpreadsheet' | 'onOneLine' | 'inTheWay' | 'includeFailed' | 'includeDetails'
>;

/** What a run of the command line does. */
export interface RunPlan {
  target: Target;
  question: RunQuestion;
  /** Absolute paths of folders and pictures. */
  locations: readonly string[];
  glob?: string;
  /** By the provider's Batch API: to its end, or only to cancel it. */
  batch?: 'run' | 'cancel';
  most: number;
  retries: number;
  price?: Price;
  cap?: SpendingCap;
  exports: readonly ExportFormatId[];
  /** How they are made. */
  exporting: ExportChoices;
  output?: string;
  /** Folder of the runs' state. */
  state: string;
}

/** Whether these words mean a run: a folder is among them, or an option that only a run has. */
export async function isRun(operands: readonly string[], values: RunValues): Promise<boolean> {
  if (Object.keys(runOptions).some(name => name in values)) return true;
  if (operands.length === 0)
    throw new UsageError('Something is missing: describe FILE...|FOLDER...', 'describe');
  const kinds = await Promise.all(operands.map(isFolder));
  return kinds.includes(true);
}

/**
 * Reads what a run of `describe` was given.
 * @throws {UsageError} {@link SightlineError} where something of it cannot be used; nothing was asked by then.
 */
export async function runPlan(
  session: Session,
  operands: readonly string[],
  values: RunValues & { prompt?: string },
): Promise<RunPlan> {
  const { names, glob, output, prompt } = values;
  if (names === '-' && values['key-file'] === '-')
    throw new UsageError('Standard input is given twice: --names - and --key-file -.', 'describe');
  if (operands.includes('-'))
    throw new UsageError(
      'A run takes files, no picture by standard input; names of files come by --names -.',
      'describe',
    );
  const given = [...operands, ...(names === undefined ? [] : await readNames(session, names))];
  if (given.length === 0 && glob === undefined)
    throw new UsageError('Which pictures? Give FILE, FOLDER, --names or --glob.', 'describe');
  const price = givenPrice(values.price);
  const cap = givenCap(values.cap, price);
  const schema = await givenSchema(values.schema, values.classes);
  const exports = (values.export ?? []).map(name => wordOption(name, 'export', formatNames) ?? 'jsonl');
  const batch = wordOption(values.batch, 'batch', ['run', 'cancel']);
  const exporting = exportChoices(values);
  await checkExports(exports, output);
  const target = await chooseTarget(session, values);
  const { api, baseURL } = target.destination([]);
  return {
    target,
    question: {
      prompt: [prompt ?? schema?.prompt ?? defaultPrompt, schema?.words].filter(Boolean).join('\n\n'),
      provider: target.provider.id,
      origin: originOf(baseURL),
      model: target.model,
      api,
      parameters: {},
      image: target.image,
      ...(schema === undefined ? {} : { schema: schema.schema }),
    },
    locations: (given.length === 0 ? ['.'] : given).map(name => path.resolve(name)),
    ...(glob === undefined ? {} : { glob }),
    ...(batch === undefined ? {} : { batch }),
    most: numberOption(values.concurrency, { option: 'concurrency', least: 1, most: 64 }) ?? 8,
    retries: numberOption(values.retries, { option: 'retries', least: 0, most: 10 }) ?? 2,
    ...(price === undefined ? {} : { price: { ...price, inBatch: batchTerms(target.provider).priceFactor } }),
    ...(cap === undefined ? {} : { cap }),
    exports: [...new Set(exports)],
    exporting,
    ...(output === undefined ? {} : { output: path.resolve(output) }),
    state: values.state === undefined ? path.join(session.folder.path, 'runs') : path.resolve(values.state),
  };
}

async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

function givenPrice(text: string | undefined): Price | undefined {
  if (text === undefined) return undefined;
  const [input, output, ...more] = text.split(',').map(amount);
  if (input === undefined || output === undefined || more.length > 0)
    throw new UsageError(
      '--price takes two amounts, for example 0.40,1.60: for a million tokens in and out.',
    );
  return { input, output };
}

function givenCap(text: string | undefined, price: Price | undefined): SpendingCap | undefined {
  if (text === undefined) return undefined;
  const given = amount(text);
  if (given === undefined || given === 0) throw new UsageError('--cap takes an amount above 0.');
  return { amount: given, unit: price === undefined ? 'tokens' : 'dollars' };
}

function amount(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function exportChoices(values: RunValues): ExportChoices {
  const overwrite = wordOption(values.overwrite, 'overwrite', ['ours', 'edited']);
  return {
    ...(overwrite === undefined ? {} : { overwrite }),
    ...(values.spreadsheet === true ? { forSpreadsheet: true } : {}),
    ...(values['one-line'] === true ? { onOneLine: true } : {}),
    ...(values['other-name'] === true ? { inTheWay: 'otherName' } : {}),
    ...(values['with-failed'] === true ? { includeFailed: true } : {}),
    ...(values['with-details'] === true ? { includeDetails: true } : {}),
  };
}

/** Copies of pictures never go where the pictures are. */
async function checkExports(exports: readonly ExportFormatId[], output: string | undefined): Promise<void> {
  const copies = exports.find(format => exportFormat(format).target === 'otherFolder');
  if (copies !== undefined && output === undefined)
    throw new UsageError(`--export ${copies} needs --output, a folder for the copies.`, 'describe');
  const found = output === undefined ? undefined : await stat(output).catch(() => undefined);
  if (found?.isDirectory() === false)
    throw new UsageError(`--output takes a folder, and ${output} is none.`, 'describe');
}
