import { formatNumber, plural } from '../../../base/format.ts';
import type { RunPhase, RunView } from '../../../protocol/run.ts';

/** Icon and words of each phase. */
export const phases: Record<RunPhase, { icon: string; word: string }> = {
  setup: { icon: 'checklist', word: 'Not started' },
  // For an estimate, a comparison, or another question about some.
  sampling: { icon: 'loading', word: 'In progress' },
  running: { icon: 'loading', word: 'Running' },
  paused: { icon: 'debug-pause', word: 'Paused' },
  stopped: { icon: 'circle-slash', word: 'Stopped' },
  done: { icon: 'check-all', word: 'Done' },
};

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
  const { word } = phases[phase];
  if (before === 'sampling' && comparedWith) return 'Comparison ready';
  if (phase === 'setup' && before === 'sampling') return 'Estimate ready';
  if (phase === 'done')
    return `Done: ${formatNumber(counts.described)} described, ${formatNumber(counts.failed)} failed`;
  if (phase !== 'stopped') return word;
  const left = `${plural(counts.all - counts.described - counts.failed, 'image')} left`;
  return [`${word}, ${left}`, message].filter(Boolean).join(': ');
}
