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
    return new Error('An internal error occurred. Run “Sightline: Show Log” for details.');
  const message = redact(withEditorHint(error));
  const kind = kinds[error.code];
  return kind === undefined ? new Error(message) : vscode.LanguageModelError[kind](message);
}
