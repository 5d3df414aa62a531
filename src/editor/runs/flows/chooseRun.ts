import { t } from '../../../base/l10n.ts';
import { listedRunView } from '../listedRun.ts';
import * as vscode from 'vscode';
import type { RunSummary } from '../../../runs/runRecord.ts';
import { showInformation } from '../../dialogs/messages.ts';
import { createQuickPick } from '../../dialogs/quickInput.ts';

interface RunItem extends vscode.QuickPickItem {
  run: RunSummary;
}

/** A list of runs to choose from. */
export interface RunList {
  title: string;
  /** The runs, the newest first. */
  list: () => Promise<readonly RunSummary[]>;
  /** The ids of those that work at this moment. */
  working: () => Promise<ReadonlySet<string>>;
  /** Gives each that does not work a button that removes it; the list comes again afterwards. */
  remove?: (run: RunSummary) => Promise<unknown>;
}

const trash: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: t('Remove Run…'),
};

/** Lets the person pick one of the runs. */
export async function chooseRun({ title, list, working, remove }: RunList): Promise<RunSummary | undefined> {
  for (;;) {
    const [runs, atWork] = [await list(), await working()];
    if (runs.length === 0) {
      void showInformation(t('There are no runs in this folder. Start one with “Describe Folder…”.'));
      return undefined;
    }
    const items = runs.map(run => {
      const isAtWork = atWork.has(run.id);
      return itemOf(run, isAtWork, isAtWork || remove === undefined ? [] : [trash]);
    });
    const { picked, pressed } = await pick(items, title);
    if (pressed === undefined) return picked;
    await remove?.(pressed);
  }
}

function itemOf(run: RunSummary, isAtWork: boolean, buttons: vscode.QuickInputButton[]): RunItem {
  const { icon, counts, detail } = listedRunView({ summary: run, isAtWork });
  return {
    run,
    label: run.title,
    iconPath: new vscode.ThemeIcon(icon),
    description: counts,
    detail,
    buttons,
  };
}

/** The run that was picked, or whose button was pressed. */
function pick(items: RunItem[], title: string): Promise<{ picked?: RunSummary; pressed?: RunSummary }> {
  const box = createQuickPick<RunItem>();
  box.items = items;
  box.title = title;
  box.placeholder = t('Select a run');
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  return new Promise(resolve => {
    box.onDidAccept(() => {
      const [item] = box.selectedItems;
      resolve(item === undefined ? {} : { picked: item.run });
      box.hide();
    });
    box.onDidTriggerItemButton(({ item }) => {
      resolve({ pressed: item.run });
      box.hide();
    });
    box.onDidHide(() => {
      resolve({});
      box.dispose();
    });
    box.show();
  });
}
