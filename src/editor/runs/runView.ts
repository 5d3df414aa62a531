import type { SightlineError } from '../../base/errors.ts';
import { counted, t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import { editorModelsProvider } from '../editorModels/editorModelsProvider.ts';
import { isBuiltIn, offlineProvider } from '../../inference/providers/providers.ts';
import type { CapUnit, RunPhase, RunView } from '../../protocol/run.ts';
import type { BatchRun } from '../../runs/batch/batchRun.ts';
import { countStates } from '../../runs/countStates.ts';
import { isRetryableRow } from '../../runs/isRetryableRow.ts';
import type { Estimate } from '../../runs/runProgress.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { otherFiles } from '../../runs/scan/folderWalk.ts';
import { dollars } from '../../base/dollars.ts';
import { sharingTroubleText } from '../../runs/running/sharedAnswersText.ts';
import { sumOf } from '../../runs/usage.ts';
import { columnsOf } from '../../schema/columns.ts';
import { editorHint, withEditorHint } from '../remedyButtons.ts';
import type { Comparison } from './comparison.ts';
import { kindsOfRows } from './pictureKinds.ts';
import type { RunController } from './runController.ts';
import type { RunNote } from './runMemento.ts';
import type { RunSessionParts, SharingPartner } from './runSessionParts.ts';

/** How an open run stands. */
export interface RunViewState {
  phase: RunPhase;
  note: RunNote;
  controller: Pick<RunController, 'now' | 'last' | 'stopped' | 'spent'>;
  estimate: Estimate | undefined;
  comparison: Comparison | undefined;
  /** Why answers are not shared now. */
  sharingTrouble: SightlineError | undefined;
  /** How many pictures were looked at, while those that changed are looked for. */
  looked: number | undefined;
}

/** An open run as its page shows it. */
export function runView(
  record: RunRecord,
  parts: Pick<RunSessionParts, 'priceOf' | 'providerName' | 'batchPossible' | 'keptIn' | 'sharing'>,
  { phase, note, controller, estimate, comparison, sharingTrouble, looked }: RunViewState,
): RunView {
  const { question } = record;
  const { schema } = question;
  const offline = question.provider === offlineProvider.id;
  const price = parts.priceOf(question);
  const { run, batches } = controller.now ?? {};
  // What asked last says why it stopped.
  const progress = (run ?? (batches === undefined ? controller.last : undefined))?.progress;
  const trouble = batches ? { message: batchText(batches, record) } : controller.stopped;
  const shown = progress?.message === undefined ? trouble : progress;
  const hint = shown === undefined ? undefined : editorHint(shown);
  const { rate, waitingUntil } = progress ?? {};
  const { usage, inBatches } = controller.spent;
  const columns = schema === undefined ? [] : columnsOf(schema.schema);
  const counts = countRows(record, note);
  const left = counts.open + counts.waiting + counts.asking;
  return {
    id: record.id,
    title: record.title,
    phase,
    prompt: question.prompt,
    provider: parts.providerName(question),
    model: question.model,
    offline,
    host: hostOf(question),
    ...(schema === undefined ? {} : { schema: columns.join(', ') || schema.name }),
    columns,
    counts: { ...counts, ...(comparison === undefined ? {} : { compared: comparison.sample.length }) },
    kinds: kindsOfRows(record.rows),
    openBytes: openBytes(record),
    ...(estimate === undefined ? {} : { estimate: estimateView(estimate) }),
    spent: {
      ...sumOf(usage, inBatches),
      ...(price === undefined ? {} : { money: dollars(usage, price, inBatches) }),
    },
    ...present({ price, cap: note.cap }),
    capUnit: note.cap?.unit ?? capUnit(question, price),
    ...(rate === undefined || phase !== 'running' ? {} : { rate, secondsLeft: (left / rate) * 60 }),
    ...present({ looked }),
    ...(shown?.message === undefined ? {} : { message: shown.message }),
    ...present({ hint }),
    ...(waitingUntil === undefined || phase !== 'running'
      ? {}
      : { waitSeconds: Math.max(0, (waitingUntil - Date.now()) / 1000) }),
    keptIn: parts.keptIn,
    batchPossible: parts.batchPossible(question),
    asBatch: note.isBatch === true,
    ...present({ sharing: sharingView(parts.sharing?.partner(question), note, sharingTrouble) }),
    ...(note.earlier === undefined || note.started === true ? {} : { earlier: note.earlier }),
    ...(comparison === undefined ? {} : { comparedWith: otherQuestion(comparison) }),
  };
}

function sharingView(
  partner: SharingPartner | undefined,
  { isPrivate = false }: RunNote,
  trouble: SightlineError | undefined,
): RunView['sharing'] {
  if (partner === undefined) return undefined;
  return {
    ...partner,
    isPrivate,
    ...present({ trouble: trouble && sharingTroubleText(withEditorHint(trouble)) }),
  };
}

function otherQuestion({ other: { question } }: Comparison): NonNullable<RunView['comparedWith']> {
  return { prompt: question.prompt, model: question.model };
}

/** How a run's batches stand. */
function batchText(run: BatchRun, { rows }: RunRecord): string {
  const { submitted, done, batches, message } = run.progress;
  const { open, waiting } = countStates(rows);
  const isPrepared = batches.some(({ status }) => status !== 'unsent');
  const words = [
    isPrepared
      ? t('{done} of {submitted} answered by the provider.', { done, submitted })
      : counted(
          open + waiting,
          'Preparing the batch: {waiting} of {count} image.',
          'Preparing the batch: {waiting} of {count} images.',
          { waiting },
        ),
    batches[0]?.words,
    message,
  ];
  return words.filter(Boolean).join(' ');
}

/** How many rows are in which state. */
export function countRows(
  { rows, skipped }: Pick<RunRecord, 'rows' | 'skipped'>,
  note: Pick<RunNote, 'reused'> = {},
): Omit<RunView['counts'], 'compared'> {
  let edited = 0;
  let accepted = 0;
  let shared = 0;
  let retryable = 0;
  for (const row of rows) {
    if (row.edited && row.state === 'described') edited += 1;
    if (row.accepted && row.state === 'described') accepted += 1;
    if (row.shared === true && row.state === 'described') shared += 1;
    if (isRetryableRow(row)) retryable += 1;
  }
  return {
    all: rows.length,
    ...countStates(rows),
    edited,
    accepted,
    retryable,
    reused: note.reused ?? 0,
    shared,
    skipped: otherFiles(skipped).length,
  };
}

function openBytes({ rows }: RunRecord): number {
  let bytes = 0;
  for (const { state, picture } of rows)
    if (state !== 'described' && state !== 'failed') bytes += picture.byteLength;
  return bytes;
}

function estimateView({ guessed: _, ...estimate }: Estimate): RunView['estimate'] {
  return estimate;
}

/**
 * The unit of a cap that a run has not yet: images where the provider counts no tokens, as most plans of chat models in the
 * editor count requests.
 */
export function capUnit({ provider }: RunQuestion, price: object | undefined): CapUnit {
  if (provider === editorModelsProvider.id) return 'images';
  return price === undefined ? 'tokens' : 'dollars';
}

/** Where the images of a run go, in words. */
function hostOf({ provider, origin }: RunQuestion): string {
  if (isBuiltIn(provider)) return t('this machine');
  return provider === editorModelsProvider.id ? editorModelsProvider.label : new URL(origin).host;
}
