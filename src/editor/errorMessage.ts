import * as vscode from 'vscode';
import { showMessage, type Tone } from './dialogs/messages.ts';
import { t } from '../base/l10n.ts';
import { isAbort, SightlineError } from '../base/errors.ts';
import { redact } from '../base/redact.ts';
import { buttonLabels } from '../protocol/buttonLabels.ts';
import { buttonCommands, buttonsFor, withEditorHint } from './remedyButtons.ts';

/** What a notification can do; the models and another try are at hand where it came from. */
const offered = ['setProviderKey', 'logIn', 'openSettings', 'showLog'] as const;

/**
 * Tells the person about a failure, with what to do next. Stopping is no failure and shows nothing.
 * @param context What was being done, without a full stop: "The models could not be listed".
 */
export async function showError(error: unknown, context?: string): Promise<void> {
  if (isAbort(error)) return;
  const known = error instanceof SightlineError;
  const reason = known ? withEditorHint(error) : t('An internal error occurred. See the log for details.');
  const [button] = known ? buttonsFor(error, offered) : (['showLog'] as const);
  await showWithButton('error', context === undefined ? reason : `${context}: ${reason}`, button);
}

/**
 * Tells the person about a failure without which the work goes on, and offers what helps.
 * @param words What is said, from the failure's own words with what to do next.
 */
export async function showTrouble(trouble: SightlineError, words: (reason: string) => string): Promise<void> {
  const [button] = buttonsFor(trouble, offered);
  await showWithButton('warning', words(withEditorHint(trouble)), button);
}

async function showWithButton(
  tone: Tone,
  message: string,
  button: (typeof offered)[number] | undefined,
): Promise<void> {
  const buttons = button === undefined ? [] : [buttonLabels[button]];
  const choice = await showMessage(tone, redact(message), ...buttons);
  if (choice !== undefined && button !== undefined)
    await vscode.commands.executeCommand(...buttonCommands[button]);
}
