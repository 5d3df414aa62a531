import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { redact } from '../../base/redact.ts';
import { throttle } from '../../base/throttle.ts';
import { showInformation, showMessage } from '../dialogs/messages.ts';
import { withProgress } from '../dialogs/progress.ts';
import { showInputBox, showQuickPick } from '../dialogs/quickInput.ts';
import { withEditorHint } from '../remedyButtons.ts';
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

  ask: <B extends string>({ tone, message, detail, buttons }: Sheet<B>) =>
    showMessage<B>(tone, message, { modal: true, detail }, ...buttons),

  tell: (message, ...buttons) => showInformation(message, ...buttons),

  tellFailure: (error, ...buttons) => showMessage('error', redact(withEditorHint(error)), ...buttons),

  during: (title, work) =>
    withProgress(title, async (progress, signal) => {
      let shown = 0;
      let latest = { message: '', share: 0 };
      const report = throttle(pauseMs, () => {
        const increment = Math.max(0, latest.share * 100 - shown);
        shown += increment;
        progress.report({ message: latest.message, increment });
      });
      try {
        return await work((message, share) => {
          latest = { message, share };
          report();
        }, signal);
      } finally {
        report.stop();
      }
    }),

  async pickFolder() {
    const [folder] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel: t('Add Model'),
      })) ?? [];
    return folder?.fsPath;
  },

  askName: (value, refusal) =>
    showInputBox({
      title: t('Add Model from a Folder'),
      prompt: t('Name of the model'),
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
