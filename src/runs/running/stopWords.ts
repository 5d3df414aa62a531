import type { RunProgress } from '../runProgress.ts';
import type { RunPassEnd } from './runPass.ts';

/** Why a run stopped, in words. How much is left is told beside them. */
export function stopWords({ ending, failure }: RunPassEnd): Pick<RunProgress, 'message' | 'hint'> {
  switch (ending) {
    case 'done':
    case 'cancelled':
      return {};
    case 'capReached':
      return {
        message: 'The next answer could go beyond the spending cap.',
        hint: 'Raise the spending cap, and resume the run.',
      };
    case 'failed':
      return {
        ...(failure === undefined ? {} : { message: failure.message }),
        ...(failure?.hint === undefined ? {} : { hint: failure.hint }),
      };
  }
}
