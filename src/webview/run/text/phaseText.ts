import { t } from '../../../base/l10n.ts';
import { doneText } from '../../../base/doneText.ts';
import type { RunPhase, RunView } from '../../../protocol/run.ts';

/** Icon and words of each phase. */
const phases: Record<RunPhase, { icon: string; word: string }> = {
  setup: { icon: 'checklist', word: t('Not started') },
  // For an estimate, a comparison, or another question about some.
  sampling: { icon: 'loading', word: t('In progress') },
  running: { icon: 'loading', word: t('Running') },
  paused: { icon: 'debug-pause', word: t('Paused') },
  stopped: { icon: 'circle-slash', word: t('Stopped') },
  done: { icon: 'check-all', word: t('Done') },
};

/** Icon and word for a run as it stands: with answers that are kept already, one that was not started has begun. */
export function phaseOf({ phase, counts }: Pick<RunView, 'phase' | 'counts'>): {
  icon: string;
  word: string;
} {
  const isBegun = phase === 'setup' && counts.described + counts.failed > 0;
  return isBegun ? { icon: 'checklist', word: t('Partly done') } : phases[phase];
}

export function isBusy(phase: RunPhase): boolean {
  return phase === 'sampling' || phase === 'running';
}

/** Whether prompt, model and form can be changed. */
export function isQuestionOpen(phase: RunPhase): boolean {
  return phase === 'setup' || phase === 'stopped' || phase === 'done';
}

/** What a screen reader says when the phase changes; `before` is the phase that ended. */
export function phaseAnnouncement(
  { phase, counts, message, comparedWith }: RunView,
  before: RunPhase,
): string {
  const { word } = phaseOf({ phase, counts });
  if (before === 'sampling' && comparedWith) return t('Comparison ready');
  if (phase === 'setup' && before === 'sampling') return t('Estimate ready');
  if (phase === 'done') return doneText(counts);
  if (phase !== 'stopped') return word;
  return [`${word}, ${doneText(counts)}`, message].filter(Boolean).join(': ');
}
