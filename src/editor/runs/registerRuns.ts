import * as vscode from 'vscode';
import { commands, views } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import { interruptedRuns } from './runNotes.ts';
import type { RunRoom } from './runRoom.ts';
import type { RunsParts } from './runsParts.ts';

/** The folder runs of this window. */
export interface Runs {
  /** Stops what runs, and lets go of its files; what is described stays, and the runs are offered again. */
  close(): Promise<void>;
}

/**
 * Registers folder runs: their commands, the pages that are revived after a reload, and the offer of runs that worked
 * when the window went. Everything else is loaded when the first of these is used.
 */
export function registerRuns(context: vscode.ExtensionContext, parts: RunsParts): Runs {
  let loading: Promise<RunRoom> | undefined;
  const room = (): Promise<RunRoom> =>
    (loading ??= import('./runRoom.ts').then(({ openRunRoom }) => openRunRoom(context, parts)));
  const command = (id: string, run: (room: RunRoom, ...called: unknown[]) => Promise<unknown>) =>
    vscode.commands.registerCommand(id, async (...called: unknown[]) => {
      try {
        return await run(await room(), ...called);
      } catch (error) {
        await showError(error);
        return undefined;
      }
    });
  context.subscriptions.push(
    command(commands.describeFolder, (runs, clicked, selected) => runs.describe(clicked, selected)),
    command(commands.resumeRun, (runs, id) => runs.resume(id)),
    command(commands.exportRun, (runs, id) => runs.export(id)),
    command(commands.removeRun, (runs, id) => runs.remove(id)),
    command(commands.pauseRun, runs => runs.pause()),
    command(commands.cancelRun, runs => runs.cancel()),
    vscode.window.registerWebviewPanelSerializer(views.run, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await room()).revive(panel, state),
    }),
  );
  void offerInterrupted(context.workspaceState);
  return { close: async () => (await loading)?.close() };
}

/** Offers the run that worked when the window went, where there is one. */
async function offerInterrupted(memory: vscode.Memento): Promise<void> {
  const [run, ...others] = interruptedRuns(memory);
  if (run === undefined) return;
  const resume = 'Resume Run';
  const which =
    others.length === 0
      ? `The run of “${run.title}” was`
      : `The run of “${run.title}” and ${others.length} more were`;
  const answer = await vscode.window.showInformationMessage(
    `${which} at work when the window closed. What was described is kept.`,
    resume,
  );
  if (answer === resume)
    await vscode.commands.executeCommand(commands.resumeRun, ...(others.length === 0 ? [run.id] : []));
}
