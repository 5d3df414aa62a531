import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
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

/** The editor's own chat, which writes the stack of an error behind its message: it gets errors without one. */
const ownChat = 'github.copilot-chat';

/**
 * A failure in words for the person: what happened and what to do next, without secrets. Other extensions get it with the
 * editor's code, where one fits; an error with a code gets a stack from the editor itself, whatever ours has.
 * @param from The extension that asked.
 */
export function chatError(error: unknown, from?: unknown): Error {
  const isKnown = error instanceof SightlineError;
  const message = isKnown
    ? redact([withEditorHint(error), keyCommand(error)].filter(Boolean).join(' '))
    : t('An internal error occurred. Run “Sightline: Show Log” for details.');
  const kind = isKnown && from !== ownChat ? kinds[error.code] : undefined;
  if (kind !== undefined) return vscode.LanguageModelError[kind](message);
  const plain = new Error(message);
  plain.stack = '';
  return plain;
}

/** The chat has no buttons: where a key is missing or refused, the command is named, unless it was. */
function keyCommand(error: SightlineError): string | undefined {
  if (kinds[error.code] !== 'NoPermissions') return undefined;
  const command = error.about === 'service' ? t('Sightline: Log In') : t('Sightline: Set Provider Key');
  return withEditorHint(error).includes(command) ? undefined : t('Run “{command}”.', { command });
}
