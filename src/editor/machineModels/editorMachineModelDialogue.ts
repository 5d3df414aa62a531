import * as vscode from 'vscode';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { withProgress } from '../dialogs/progress.ts';
import { showInputBox, showQuickPick } from '../dialogs/quickInput.ts';
import type { MachineModelDialogue, ModelChoiceItem, Sheet } from './machineModelDialogue.ts';

/** Milliseconds between two figures of a download: more of them nobody reads. */
const pauseMs = 200;

/** The {@link MachineModelDialogue} in the editor's own boxes and messages. */
export const editorMachineModelDialogue: MachineModelDialogue = {
  async pick(title, placeHolder, items) {
    const picked = await showQuickPick(items.map(quickPickItem), {
      title,
      placeHolder,
      matchOnDetail: true,
    });
    return picked?.value;
  },

  ask: <B extends string>({ message, detail, buttons }: Sheet<B>) =>
    showWarning<B>(message, { modal: true, detail }, ...buttons),

  tell: (message, ...buttons) => showInformation(message, ...buttons),

  during: (title, work) =>
    withProgress(title, (progress, signal) => {
      let shown = 0;
      let shownAt = Number.NEGATIVE_INFINITY;
      return work((message, share) => {
        if (performance.now() - shownAt < pauseMs && share < 1) return;
        shownAt = performance.now();
        const increment = Math.max(0, share * 100 - shown);
        shown += increment;
        progress.report({ message, increment });
      }, signal);
    }),

  async pickFolder() {
    const [folder] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel: 'Add Model',
      })) ?? [];
    return folder?.fsPath;
  },

  askName: (value, refusal) =>
    showInputBox({
      title: 'Add Model from a Folder',
      prompt: 'Name of the model',
      value,
      validateInput: name => refusal(name),
    }),
};

function quickPickItem<T>({
  icon,
  value,
  ...item
}: ModelChoiceItem<T>): vscode.QuickPickItem & { value?: T } {
  return {
    ...item,
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    ...(value === undefined ? { kind: vscode.QuickPickItemKind.Separator } : { value }),
  };
}
