import * as vscode from 'vscode';
import { showMessage } from './dialogs/messages.ts';
import { commands } from '../contributions.ts';
import { isAbort, SightlineError, type ErrorCode } from '../base/errors.ts';
import { redact } from '../base/redact.ts';

interface Remedy {
  label: string;
  command: string;
  argument?: string;
}

const setKey: Remedy = { label: 'Set Provider Key', command: commands.setProviderKey };
const logIn: Remedy = { label: 'Log In', command: commands.logIn };
const openSettings: Remedy = {
  label: 'Open Settings',
  command: 'workbench.action.openSettings',
  argument: '@ext:sightline.sightline',
};
const showLog: Remedy = { label: 'Show Log', command: commands.showLog };

const remedies: Partial<Record<ErrorCode, Remedy>> = {
  missingKey: setKey,
  keyRejected: setKey,
  permissionDenied: setKey,
  notFound: openSettings,
  network: openSettings,
  certificate: openSettings,
  badRequest: openSettings,
  notAService: openSettings,
  store: showLog,
};

function remedyFor({ code, about }: SightlineError): Remedy | undefined {
  const remedy = remedies[code];
  return about === 'service' && remedy === setKey ? logIn : remedy;
}

/**
 * Tells the person about a failure, with what to do next. Stopping is no failure and shows nothing.
 * @param context What was being done, without a full stop: "The models could not be listed".
 */
export async function showError(error: unknown, context?: string): Promise<void> {
  if (isAbort(error)) return;
  const known = error instanceof SightlineError;
  const reason = known
    ? [error.message, error.hint].filter(Boolean).join(' ')
    : 'Something went wrong inside Sightline. The log says more.';
  const remedy = known ? remedyFor(error) : showLog;
  const choice = await showMessage(
    'error',
    redact(context === undefined ? reason : `${context}: ${reason}`),
    ...(remedy === undefined ? [] : [remedy.label]),
  );
  if (choice !== undefined && remedy !== undefined)
    await vscode.commands.executeCommand(
      remedy.command,
      ...(remedy.argument === undefined ? [] : [remedy.argument]),
    );
}
