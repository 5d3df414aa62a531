import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { redact } from '../base/redact.ts';

/** Sightline's output channel. Whatever is written passes {@link redact} first. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Writes the message with the error's own words and those of its causes. */
  error(message: string, error: unknown): void;
  show(): void;
  dispose(): void;
}

/** Opens the channel "Sightline" in the output view. */
export function createLog(): Log {
  const channel = vscode.window.createOutputChannel('Sightline', { log: true });
  return {
    info: message => channel.info(redact(message)),
    warn: message => channel.warn(redact(message)),
    error: (message, error) => channel.error(redact(`${message}: ${inWords(error)}`)),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}

/** Registers "Show Log". */
export function registerLog(log: Log): vscode.Disposable {
  return vscode.commands.registerCommand(commands.showLog, () => log.show());
}

/** An error and its causes, innermost last. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${inWords(error.cause)})`;
}
