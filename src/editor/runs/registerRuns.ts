import * as vscode from 'vscode';
import { commands, views } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import { SeenPages } from './page/seenPages.ts';
import { RunMemento } from './runMemento.ts';
import type { RunCommands } from './runCommands.ts';
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
  // Nothing of the runs is loaded where there is nothing to offer.
  const isInterrupted = new RunMemento(context.workspaceState).interrupted.length > 0;
  const pages = isInterrupted ? new SeenPages() : undefined;
  let loading: Promise<RunCommands> | undefined;
  const room = (): Promise<RunCommands> =>
    (loading ??= import('./runCommands.ts').then(({ openRunCommands }) => openRunCommands(context, parts)));
  const command = (id: string, run: (room: RunCommands, ...called: unknown[]) => Promise<unknown>) =>
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
      deserializeWebviewPanel: async (panel, state: unknown) => {
        await (await room()).revive(panel, state);
        pages?.oneIsBack();
      },
    }),
  );
  void pages?.settled
    .then(async () => (await room()).offerInterrupted())
    .catch((error: unknown) => showError(error));
  return { close: async () => (await loading)?.close() };
}
