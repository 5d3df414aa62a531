import type { TrainingState } from '../../store/trainingRuns.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';

/** What people read of a run's state. */
export const trainingStates: Record<TrainingState, string> = {
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

/** Where a run stands, with its mark. */
export function trainingState(state: TrainingState): Html {
  return html`<span class="state ${state}">${trainingStates[state]}</span>`;
}
