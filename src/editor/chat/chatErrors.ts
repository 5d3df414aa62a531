import * as vscode from 'vscode';
import { SightlineError, type ErrorCode } from '../../base/errors.ts';
import { redact } from '../../base/redact.ts';
import { withEditorHint } from '../remedyButtons.ts';

/** The editor's own kinds of failures; all others are told by their words alone. */
const kinds: Partial<Record<ErrorCode, 'NoPermissions' | 'NotFound' | 'Blocked'>> = {
  missingKey: 'NoPermissions',
  keyRejected: 'NoPermissions',
  permissionDenied: 'NoPermissions',
  notFound: 'NotFound',
  untrusted: 'Blocked',
};

/** A failure as the chat shows it: what happened and what to do next, without secrets. */
export function chatError(error: unknown): Error {
  if (!(error instanceof SightlineError))
    return withoutStack(new Error('An internal error occurred. Run “Sightline: Show Log” for details.'));
  const message = redact([withEditorHint(error), keyCommand(error)].filter(Boolean).join(' '));
  const kind = kinds[error.code];
  return withoutStack(kind === undefined ? new Error(message) : vscode.LanguageModelError[kind](message));
}

/** The chat shows the stack of an error after its message. */
function withoutStack(error: Error): Error {
  error.stack = '';
  return error;
}

/** The chat has no buttons: where a key is missing or refused, the command is named, unless it was. */
function keyCommand(error: SightlineError): string | undefined {
  if (kinds[error.code] !== 'NoPermissions') return undefined;
  const command = error.about === 'service' ? 'Sightline: Log In' : 'Sightline: Set Provider Key';
  return withEditorHint(error).includes(command) ? undefined : `Run “${command}”.`;
}
