import * as vscode from 'vscode';
import type { RunSummary } from '../../../runs/runRecord.ts';
import { removeWords } from '../removeWords.ts';

/** Asks whether a run is to be removed, and says what goes and what stays. */
export async function agreeToRemove(run: RunSummary, withProvider: boolean): Promise<boolean> {
  const { message, detail } = removeWords(run, { withProvider });
  const remove = 'Remove Run';
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, remove)) === remove;
}
