import type { RunSummary } from '../../../runs/runRecord.ts';
import { removeText } from '../removeText.ts';
import { showWarning } from '../../dialogs/messages.ts';

/** Asks whether a run is to be removed, and says what goes and what stays. */
export async function agreeToRemove(run: RunSummary, withProvider: boolean): Promise<boolean> {
  const { message, detail } = removeText(run, { withProvider });
  const remove = 'Remove Run';
  return (await showWarning(message, { modal: true, detail }, remove)) === remove;
}
