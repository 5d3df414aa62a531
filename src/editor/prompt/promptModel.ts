import { baseName } from '../../base/baseName.ts';
import { plural } from '../../base/format.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { Entry } from '../../protocol/conversation.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import { readSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import type { AnswerTargets } from './answerTargets.ts';
import type { LastTextEditor } from './lastTextEditor.ts';
import { fillTemplate } from './promptTemplate.ts';
import { selectedText, wholeDocument, type SelectedText } from './selectedText.ts';
import { showInformation } from '../dialogs/messages.ts';
import { showInputBox, showQuickPick } from '../dialogs/quickInput.ts';

/** What "Prompt Model" works with. */
export interface PromptModelParts {
  conversation: OpenConversation;
  /** Where the text is taken from. */
  lastEditor: LastTextEditor;
  targets: AnswerTargets;
  showPanel: (options: { preserveFocus: boolean }) => void;
}

/** Registers "Prompt Model": the selection, a template or a free question, and the answer in the panel. Resolves to the ended entry. */
export function registerPromptModel(parts: PromptModelParts): vscode.Disposable {
  return vscode.commands.registerCommand(commands.promptModel, () => promptModel(parts));
}

async function promptModel({
  conversation,
  lastEditor,
  targets,
  showPanel,
}: PromptModelParts): Promise<Entry | undefined> {
  if (!(await requireTrust())) return undefined;
  const editor = lastEditor.current;
  if (editor === undefined) {
    await showInformation('No text editor is visible. Open one and select the text to send.');
    return undefined;
  }
  const selected = selectedText(editor) ?? (await offerWholeDocument(editor.document));
  if (selected === undefined) return undefined;
  const name = baseName(selected.document.uri.path);
  const template = await pickTemplate(name);
  if (template === undefined) return undefined;
  const prompt = fillTemplate(template, {
    selection: selected.text,
    language: selected.document.languageId,
    file: name,
  });
  const [range, ...others] = selected.ranges;
  // Several selections make one question, but one answer cannot go back into several places.
  const replaceable = range !== undefined && others.length === 0;
  await conversation.restored;
  const id = conversation.runner.add({ prompt, pictures: [], fromSelection: replaceable });
  if (replaceable) targets.remember(id, selected.document, range);
  showPanel({ preserveFocus: true });
  await conversation.runner.run(id);
  return conversation.store.entry(id);
}

async function offerWholeDocument(document: vscode.TextDocument): Promise<SelectedText | undefined> {
  const whole = wholeDocument(document);
  if (whole.text.trim() === '') {
    await showInformation('Nothing is selected and the document is empty.');
    return undefined;
  }
  const choice = await showQuickPick(
    [
      {
        label: 'Use Whole Document',
        description: `${baseName(document.uri.path)}, ${plural(document.lineCount, 'line')}`,
      },
    ],
    { title: 'Prompt Model', placeHolder: 'Nothing is selected.' },
  );
  return choice && whole;
}

interface TemplateItem extends vscode.QuickPickItem {
  prompt?: string;
}

/** For the text of a document of this name: a template's text, or a question typed by the person. */
async function pickTemplate(name: string): Promise<string | undefined> {
  const items: TemplateItem[] = [
    { label: 'Custom Prompt…', iconPath: new vscode.ThemeIcon('edit'), alwaysShow: true },
    ...readSetting('prompts').map(({ name, prompt }) => ({ label: name, detail: prompt, prompt })),
  ];
  const choice = await showQuickPick(items, {
    title: 'Prompt Model',
    placeHolder: `What should the model do with the selection in ${name}?`,
    matchOnDetail: true,
  });
  if (choice === undefined || choice.prompt !== undefined) return choice?.prompt;
  return showInputBox({
    title: 'Prompt Model',
    prompt: 'Enter a prompt. The selection is sent with it.',
    validateInput: value => (value.trim() === '' ? 'Enter a prompt.' : undefined),
  });
}
