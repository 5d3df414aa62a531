import { t } from '../../../base/l10n.ts';
import type { RunPageMessage, RunView } from '../../../protocol/run.ts';

/** A button of the page's head. */
export interface RunButton {
  /** The button keeps its place, and the focus, while its meaning changes with the phase. */
  slot: 'main' | 'estimate' | 'batch' | 'cancel' | 'retry' | 'compare' | 'captions' | 'export';
  label: string;
  icon: string;
  primary?: true;
  /** Why it cannot be used now. */
  reason?: string;
  message: RunPageMessage;
}

/** The buttons that fit a run now, in their order. */
export function runButtons(run: RunView): RunButton[] {
  const { phase, counts, batchPossible, comparedWith } = run;
  const open = counts.all - counts.described - counts.failed;
  const reason = open > 0 ? {} : { reason: nothingOpen(run) };
  const cancel: RunButton = {
    slot: 'cancel',
    label: t('Cancel'),
    icon: 'debug-stop',
    message: { type: 'cancel' },
  };
  const compare = when(!comparedWith && counts.all > 0, {
    ...{ slot: 'compare', label: t('Compare…'), icon: 'split-horizontal', message: { type: 'compare' } },
  });
  const save = when(counts.described > 0, {
    ...{ slot: 'export', label: t('Export…'), icon: 'export', message: { type: 'export' } },
    ...(phase === 'done' && counts.retryable === 0 && { primary: true as const }),
  });
  const captions = when(counts.described > 0, {
    ...{
      slot: 'captions',
      label: t('Edit Captions…'),
      icon: 'replace-all',
      message: { type: 'editCaptions' },
    },
  });
  const retry = when(counts.retryable > 0, {
    ...{ slot: 'retry', label: t('Retry {retryable}', { retryable: counts.retryable }), icon: 'refresh' },
    message: { type: 'retryFailed' },
    ...(phase === 'done' && { primary: true as const }),
  });
  switch (phase) {
    case 'sampling':
      return [cancel];
    case 'setup':
      return [
        {
          ...{ slot: 'main', label: t('Start'), icon: 'play', primary: true, ...reason },
          message: { type: 'start', asBatch: false },
        },
        {
          ...{ slot: 'estimate', label: t('Estimate'), icon: 'dashboard', ...reason },
          message: { type: 'estimate' },
        },
        ...when(batchPossible, {
          ...{ slot: 'batch', label: t('Start as Batch'), icon: 'cloud-upload', ...reason },
          message: { type: 'start', asBatch: true },
        }),
        ...[...retry, ...compare, ...captions, ...save],
      ];
    case 'running':
      return [
        {
          ...{ slot: 'main', label: t('Pause'), icon: 'debug-pause', message: { type: 'pause' } },
          ...(run.asBatch && { reason: t('A batch cannot be paused, only cancelled.') }),
        },
        ...[cancel, ...save],
      ];
    case 'paused':
      return [{ ...resume, primary: true }, cancel, ...retry, ...save];
    case 'stopped':
      return [
        ...when(open > 0, ...waysToResume(run)),
        ...when(counts.submitted > 0, cancel),
        ...retry,
        ...compare,
        ...captions,
        ...save,
      ];
    case 'done':
      return [...retry, ...save, ...compare, ...captions];
    default:
      return phase satisfies never;
  }
}

const resume: RunButton = {
  ...{ slot: 'main', label: t('Resume'), icon: 'debug-start', message: { type: 'resume' } },
};

const resumeAsBatch: RunButton = {
  ...{ slot: 'batch', label: t('Resume as Batch'), icon: 'cloud-upload' },
  message: { type: 'start', asBatch: true },
};

/** One by one, and in batches where there are some; first the way that it was asked before. */
function waysToResume({ asBatch, batchPossible, counts }: RunView): RunButton[] {
  const isLeft = counts.open + counts.waiting + counts.asking > 0;
  const oneByOne = {
    ...resume,
    ...(!isLeft && {
      reason: t(
        'All remaining images are in a batch at the provider. Use Resume as Batch to fetch the answers.',
      ),
    }),
  };
  if (asBatch || !isLeft) return [{ ...resumeAsBatch, primary: true }, oneByOne];
  return [{ ...oneByOne, primary: true }, ...when(batchPossible, resumeAsBatch)];
}

function nothingOpen({ counts }: RunView): string {
  if (counts.all === 0) return t('There are no images in this run.');
  if (counts.retryable > 0) return t('No images are pending. Use Retry for those that failed.');
  return counts.failed > 0
    ? t('No images are pending: those that failed cannot be read.')
    : t('All images are described.');
}

function when(fits: boolean, ...buttons: RunButton[]): RunButton[] {
  return fits ? buttons : [];
}
