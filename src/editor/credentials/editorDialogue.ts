import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { redact } from '../../base/redact.ts';
import { showError } from '../errorMessage.ts';
import type { Dialogue, KeyQuestion } from './dialogue.ts';
import { withEditorHint } from '../remedyButtons.ts';
import { pageAddress } from './pageAddress.ts';
import { showMessage } from '../dialogs/messages.ts';
import { withProgress } from '../dialogs/progress.ts';
import { createInputBox, showInputBox, showQuickPick } from '../dialogs/quickInput.ts';

/** The {@link Dialogue} in the editor's own boxes and messages. */
export const editorDialogue: Dialogue = {
  askForKey,

  async askForText({ title, prompt, placeholder, refusal }) {
    return showInputBox({
      ...{ title, prompt, ignoreFocusOut: true, validateInput: refusal },
      placeHolder: placeholder,
    });
  },

  async pick(title, choices) {
    const picked = await showQuickPick(
      choices.map(({ icon, ...choice }) => ({
        ...choice,
        ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
      })),
      { title, ignoreFocusOut: true, matchOnDescription: true },
    );
    return picked?.value;
  },

  async whileWorking(title, work) {
    return withProgress(title, (_progress, signal) => work(signal));
  },

  note(tone, message) {
    void showMessage(tone, redact(message));
  },

  async showMessage(tone, message, ...buttons) {
    return showMessage(tone, redact(message), ...buttons);
  },

  async confirm(message, detail, button) {
    return (
      (await showMessage('warning', redact(message), { modal: true, detail: redact(detail) }, button)) ===
      button
    );
  },

  async openPage(address) {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(address, true));
    await vscode.env.openExternal(vscode.Uri.parse(pageAddress(address, external.toString(true)), true));
  },

  async openSetting(name) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `sightline.${name}`);
  },
};

const openPage: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('link-external'),
  tooltip: t('Open API Keys Page'),
};

/** A masked box that stays while the person fetches the key from the browser, and says at once what is wrong with it. */
async function askForKey(question: KeyQuestion): Promise<string | undefined> {
  const { title, prompt, placeholder, clean, page } = question;
  const box = createInputBox();
  Object.assign(box, { title, prompt, placeholder, password: true, ignoreFocusOut: true });
  if (page !== undefined) box.buttons = [openPage];
  const refusal = (): string | undefined => {
    const { refusal: message, remedy } = clean(box.value);
    return message === undefined ? undefined : withEditorHint({ message, remedy });
  };
  return new Promise(resolve => {
    box.onDidChangeValue(value => {
      box.validationMessage = value === '' ? undefined : refusal();
    });
    box.onDidTriggerButton(() => {
      if (page !== undefined) editorDialogue.openPage(page).catch((error: unknown) => showError(error));
    });
    box.onDidAccept(() => {
      const { key } = clean(box.value);
      box.validationMessage = refusal();
      if (key === undefined) return;
      resolve(key);
      box.hide();
    });
    // Also after accepting, where the promise is settled already.
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
