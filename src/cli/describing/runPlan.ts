import { stat } from 'node:fs/promises';
import path from 'node:path';
import { present } from '../../base/present.ts';
import { originOf } from '../../base/address.ts';
import { defaultPrompt } from '../../inference/api/input.ts';
import { exportFormat, type ExportFormatId } from '../../runs/exports/exportFormats.ts';
import type { ExportOptions } from '../../runs/exports/exportOptions.ts';
import type { Price } from '../../base/dollars.ts';
import type { SpendingCap } from '../../runs/runProgress.ts';
import { hasArchiveEnding } from '../../runs/scan/archives/archivedFile.ts';
import { variablesIn } from '../../prompts/imageVariables.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import { chooseTarget, type Target } from '../asking/target.ts';
import type { AnswerSchema } from '../../schema/answerSchema.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { openSharedAnswers, type OpenedAnswers } from './openSharedAnswers.ts';
import { readNames } from './givenNames.ts';
import { givenSchema } from './givenSchema.ts';
import type { GivenCap, RunValues } from './runOptions.ts';

type ExportChoices = Pick<
  ExportOptions,
  | 'acceptedOnly'
  | 'overwrite'
  | 'forSpreadsheet'
  | 'onOneLine'
  | 'inTheWay'
  | 'includeFailed'
  | 'includeDetails'
  | 'includeUncertain'
>;

/** What a run of the command line does. */
export interface RunPlan {
  target: Target;
  question: RunQuestion;
  /** Absolute paths of folders, archives and pictures. */
  locations: readonly string[];
  /** Those that are archives. */
  archives: readonly string[];
  glob?: string;
  /** Where workers take the pictures from, on any number of machines. */
  queue?: PlannedQueue;
  /** By the provider's Batch API: to its end, or only to cancel it. */
  batch?: 'run' | 'cancel';
  most: number;
  /** As it was given. */
  retries?: number;
  /** How many images may fail without the command failing. */
  allowFailed: number;
  price?: Price;
  cap?: SpendingCap;
  exports: readonly ExportFormatId[];
  /** How they are made. */
  exporting: ExportChoices;
  output?: string;
  /** Folder for copies with boxes drawn over them. */
  boxes?: string;
  /** Where answers are shared. */
  answers?: OpenedAnswers;
  /** Folder of the runs' state. */
  state: string;
}

/** A queue that a run's pictures are put into. */
export interface PlannedQueue {
  /** Of its database; it may hold a password. */
  address: string;
  /** The provider, as it was named. */
  provider: string;
  /** Most requests in a minute of all workers. */
  perMinute?: number;
}

/** Whether a folder, or an archive of images, is among these paths. */
export async function hasFolder(paths: readonly string[]): Promise<boolean> {
  const kinds = await Promise.all(paths.map(isFolder));
  return kinds.includes(true) || (await archivesAmong(paths)).length > 0;
}

async function archivesAmong(paths: readonly string[]): Promise<string[]> {
  const named = paths.filter(hasArchiveEnding);
  const kinds = await Promise.all(named.map(name => stat(name).catch(() => undefined)));
  return named.filter((_, place) => kinds[place]?.isFile() === true);
}

/**
 * Reads what a run of `describe` was given.
 * @param form that a prompt file names; --schema takes its place.
 * @throws {UsageError} {@link SightlineError} where something of it cannot be used; nothing was asked by then.
 */
export async function runPlan(
  session: Session,
  operands: readonly string[],
  values: RunValues,
  form?: AnswerSchema,
): Promise<RunPlan> {
  const { names, glob, output, prompt, batch } = values;
  if (names === '-' && values.keyFile === '-')
    throw new UsageError('--names and --key-file cannot both read standard input.', 'describe');
  if (operands.includes('-'))
    throw new UsageError(
      'A run cannot read an image from standard input; --names - reads file names from it.',
      'describe',
    );
  const given = [...operands, ...(names === undefined ? [] : await readNames(session, names))];
  if (given.length === 0 && glob === undefined)
    throw new UsageError('No images given: name files or folders, or use --names or --glob.', 'describe');
  checkQueue(values);
  const schema = await givenSchema(values.schema, values.classes, form);
  const exports = values.export ?? [];
  const exporting = exportChoices(values);
  await checkExports(exports, output);
  const target = await chooseTarget(session, values);
  const answers = await openSharedAnswers(session, target, values);
  const { api, baseURL } = target.destination([]);
  // The list of prices is read by runs alone.
  const { runPrice } = await import('../../inference/prices/modelPrice.ts');
  const price = runPrice({ provider: target.provider.id, model: target.model }, values.price);
  const text = [prompt ?? schema?.prompt ?? defaultPrompt, schema?.words].filter(Boolean).join('\n\n');
  variablesIn(text);
  const locations = (given.length === 0 ? ['.'] : given).map(name => path.resolve(name));
  return {
    target,
    question: {
      prompt: text,
      provider: target.provider.id,
      origin: originOf(baseURL),
      model: target.model,
      api,
      parameters: present({ temperature: values.temperature }),
      image: target.image,
      ...(schema === undefined ? {} : { schema: schema.schema }),
    },
    locations,
    archives: await archivesAmong(locations),
    ...present({ glob, batch, boxes: values.boxes, answers, queue: plannedQueue(target, values) }),
    most: values.concurrency,
    allowFailed: values.allowFailed,
    ...(values.retries === undefined ? {} : { retries: values.retries }),
    ...present({ price, cap: values.cap && spendingCap(values.cap, { price, own: values.price }) }),
    exports: [...new Set(exports)],
    exporting,
    ...(output === undefined ? {} : { output: path.resolve(output) }),
    state: values.state === undefined ? path.join(session.folder.path, 'runs') : path.resolve(values.state),
  };
}

function checkQueue({ queue, rate, batch, sharedAnswers }: RunValues): void {
  if (queue === undefined && rate !== undefined)
    throw new UsageError('--rate needs --queue, too.', 'describe');
  const other = batch === undefined ? sharedAnswers && '--shared-answers' : '--batch';
  if (queue !== undefined && other !== undefined)
    throw new UsageError(`${other} cannot be used with --queue.`, 'describe');
}

function plannedQueue({ provider }: Target, { queue, rate }: RunValues): PlannedQueue | undefined {
  if (queue === undefined) return undefined;
  return { address: queue, provider: provider.id, ...present({ perMinute: rate }) };
}

async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

function spendingCap(
  { amount, unit }: GivenCap,
  { price, own }: { price: Price | undefined; own: Price | undefined },
): SpendingCap {
  if (unit === 'dollars' && price === undefined)
    throw new UsageError(
      'No price is known for this model: a spending cap in US dollars needs --price, too.',
      'describe',
    );
  return { amount, unit: unit ?? (own === undefined ? 'tokens' : 'dollars') };
}

function exportChoices(values: RunValues): ExportChoices {
  const { overwrite } = values;
  return {
    ...present({ overwrite }),
    ...(values.spreadsheet === true ? { forSpreadsheet: true } : {}),
    ...(values.oneLine === true ? { onOneLine: true } : {}),
    ...((values.renameOnConflict ?? values.otherName) === true ? { inTheWay: 'otherName' } : {}),
    ...(values.acceptedOnly === true ? { acceptedOnly: true } : {}),
    ...(values.withFailed === true ? { includeFailed: true } : {}),
    ...(values.withDetails === true ? { includeDetails: true } : {}),
    ...(values.withUncertain === true ? { includeUncertain: true } : {}),
  };
}

/** Copies of pictures and labels never go where the pictures are. */
async function checkExports(exports: readonly ExportFormatId[], output: string | undefined): Promise<void> {
  const elsewhere = exports.find(format => exportFormat(format).target === 'otherFolder');
  if (elsewhere !== undefined && output === undefined)
    throw new UsageError(
      `--export ${elsewhere} needs --output, a folder for the ${elsewhere === 'yolo' ? 'labels' : 'copies'}.`,
      'describe',
    );
  if (
    output !== undefined &&
    exports.length > 0 &&
    exports.every(format => exportFormat(format).target === 'runFolder')
  )
    throw new UsageError(
      `--output is not used: --export ${exports.join(',')} writes a file beside each image.`,
      'describe',
    );
  const found = output === undefined ? undefined : await stat(output).catch(() => undefined);
  if (found?.isDirectory() === false)
    throw new UsageError(`--output takes a folder; ${output} is a file.`, 'describe');
}
