import type { RunSummary } from '../../../runs/runRecord.ts';
import { removeWords } from '../removeWords.ts';
import { showWarning } from '../../dialogs/messages.ts';

/** Asks whether a run is to be removed, and says what goes and what stays. */
export async function agreeToRemove(run: RunSummary, withProvider: boolean): Promise<boolean> {
  const { message, detail } = removeWords(run, { withProvider });
  const remove = 'Remove Run';
  return (await showWarning(message, { modal: true, detail }, remove)) === remove;
}
