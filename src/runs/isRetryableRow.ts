import { isOfThisSystem } from '../base/retryable.ts';
import type { RowFailure, RunRow } from './runRow.ts';

/** Whether a row failed for a reason that another request may do away with: its image can be read. */
export function isRetryableRow({ state, failure }: Pick<RunRow, 'state' | 'failure'>): boolean {
  return state === 'failed' && !(failure !== undefined && isUnreadable(failure));
}

/** Whether the file itself is the reason: it cannot be read as an image, whoever is asked. */
function isUnreadable(failure: RowFailure): boolean {
  return ['unsupportedImage', 'imageTooLarge'].includes(failure.code) && !isOfThisSystem(failure);
}
