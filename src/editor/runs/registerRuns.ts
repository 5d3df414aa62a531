import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { commands, views } from '../../contributions.ts';
import type { RowAction } from '../../protocol/run.ts';
import { listView } from '../dialogs/listView.ts';
import { showError } from '../errorMessage.ts';
import { SeenPages } from './page/seenPages.ts';
import { RunMemento } from './runMemento.ts';
import { RunTree } from './runTree.ts';
import type { RunCommands, RunsParts } from './runCommands.ts';

/** The commands in the menu of a page's rows. */
const rowCommands: Readonly<Record<string, RowAction>> = {
  [commands.acceptRow]: 'accept',
  [commands.undoAcceptRow]: 'undoAccept',
  [commands.editRow]: 'edit',
  [commands.askAgainRow]: 'askAgain',
  [commands.openRow]: 'open',
  [commands.revealRow]: 'reveal',
  [commands.copyRow]: 'copy',
  [commands.copyRowsAsCsv]: 'copyCsv',
  [commands.copyRowsAsMarkdown]: 'copyMarkdown',
};

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
  const runs = new Lazy(async () => {
    const { RunCommands } = await import('./runCommands.ts');
    return new RunCommands(context, parts);
  });
  const command = (id: string, run: (loaded: RunCommands, ...called: unknown[]) => Promise<unknown>) =>
    vscode.commands.registerCommand(id, async (...called: unknown[]) => {
      try {
        return await run(await runs.get(), ...called);
      } catch (error) {
        await showError(error);
        return undefined;
      }
    });
  const tree = new RunTree(async () => (await runs.get()).tree);
  context.subscriptions.push(
    tree,
    listView(views.runs, tree),
    command(commands.describeFolder, (loaded, clicked, selected) => loaded.describe(clicked, selected)),
    command(commands.describeInRun, (loaded, clicked, selected) => loaded.describe(clicked, selected)),
    command(commands.resumeRun, (loaded, id) => loaded.resume(id)),
    command(commands.continueRun, (loaded, id) => loaded.continue(id)),
    command(commands.renameRun, (loaded, id) => loaded.rename(id)),
    command(commands.exportRun, (loaded, id) => loaded.export(id)),
    command(commands.removeRun, (loaded, id) => loaded.remove(id)),
    ...Object.entries(rowCommands).map(([id, action]) =>
      command(id, (loaded, menu) => loaded.act(menu, action)),
    ),
    command(commands.pauseRun, loaded => loaded.pause()),
    command(commands.cancelRun, loaded => loaded.cancel()),
    vscode.window.registerWebviewPanelSerializer(views.run, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        await (await runs.get()).revive(panel, state);
        pages?.oneIsBack();
      },
    }),
  );
  void pages?.settled
    .then(async () => (await runs.get()).offerInterrupted())
    .catch((error: unknown) => showError(error));
  return { close: async () => (await runs.requested)?.close() };
}
