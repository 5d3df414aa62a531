import { trainingStates } from '../../../base/trainingStates.ts';
import type { TrainingState } from '../../store/trainingRuns.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';

/** Where a run stands, with its mark. */
export function trainingState(state: TrainingState): Html {
  return html`<span class="state ${state}">${trainingStates[state]}</span>`;
}
