import { baseName } from '../../base/baseName.ts';
import { plural } from '../../base/format.ts';
import * as vscode from 'vscode';
import { shownAddress } from '../../base/address.ts';
import type { Entry } from '../../protocol/conversation.ts';
import { languageName } from '../languageName.ts';
import { readSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { filled } from './promptTemplate.ts';
import { placeOfSelection } from './placeOfSelection.ts';
import { addSelectionQuestion } from './selectionQuestion.ts';
import { addAddressQuestion } from './describeAddress.ts';
import { imageAddressIn } from './imageAddress.ts';
import { selectedText, wholeDocument, type SelectedText } from './selectedText.ts';
import { showInformation } from '../dialogs/messages.ts';
import { showInputBox, showQuickPick } from '../dialogs/quickInput.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import type { AnswerTargets } from './answerTargets.ts';
import type { LastTextEditor } from './lastTextEditor.ts';

/** What "Prompt Model" works with. */
export interface PromptModelParts {
  conversation: OpenConversation;
  /** Where the text is taken from. */
  lastEditor: LastTextEditor;
  targets: AnswerTargets;
  showPanel: (options: { preserveFocus: boolean }) => void;
}

/** The selection, a template or a free question, and the answer in the panel; resolves to the ended entry. */
export async function promptModel(
  { conversation, lastEditor, targets, showPanel }: PromptModelParts,
  named: string | undefined,
): Promise<Entry | undefined> {
  if (!(await requireTrust())) return undefined;
  const editor = lastEditor.current;
  if (editor === undefined) {
    await showInformation('No text editor is visible. Open one and select the text to send.');
    return undefined;
  }
  const selected = selectedText(editor) ?? (await offerWholeDocument(editor.document));
  if (selected === undefined) return undefined;
  const name = baseName(selected.document.uri.path);
  const language = languageName(selected.document.languageId);
  const address = imageAddressIn(selected.text);
  const template = templateOf(named) ?? (await pickTemplate({ file: name, language, address }));
  if (template === undefined) return undefined;
  await conversation.restored;
  const { prompt, label } = template;
  const id =
    prompt === undefined
      ? await addAddressQuestion(template.address, conversation, { label, place: placeOfSelection(selected) })
      : addSelectionQuestion(
          { selected, prompt, label, pictures: [] },
          { runner: conversation.runner, targets },
        );
  if (id === undefined) return undefined;
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

/** What is asked, or the address of an image that is described; and how it is called in short. */
type ChosenTemplate = { label: string } & (
  { prompt: string; address?: undefined } | { prompt?: undefined; address: string }
);

/** The template of this name, which the person has chosen already. */
function templateOf(name: string | undefined): ChosenTemplate | undefined {
  const template = readSetting('prompts').find(one => one.name === name);
  return template && { prompt: template.prompt, label: template.name };
}

interface TemplateItem extends vscode.QuickPickItem {
  prompt?: string;
  address?: string;
}

/** A template, or a question typed by the person, for the text of a document; first the image, where the text is its address. */
async function pickTemplate({
  file,
  language,
  address,
}: {
  file: string;
  language: string;
  address: string | undefined;
}): Promise<ChosenTemplate | undefined> {
  const items: TemplateItem[] = [
    ...(address === undefined ? [] : [imageItem(address)]),
    { label: 'Custom Prompt…', iconPath: new vscode.ThemeIcon('edit'), alwaysShow: true },
    ...readSetting('prompts').map(({ name, prompt }) => ({
      label: name,
      detail: filled(prompt, { file, language, selection: '…' }),
      prompt,
    })),
  ];
  const choice = await showQuickPick(items, {
    title: 'Prompt Model',
    placeHolder: `What should the model do with the selection in ${file}?`,
    matchOnDetail: true,
  });
  if (choice === undefined) return undefined;
  if (choice.address !== undefined) return { address: choice.address, label: choice.label };
  if (choice.prompt !== undefined) return { prompt: choice.prompt, label: choice.label };
  const typed = await showInputBox({
    title: 'Prompt Model',
    prompt: 'Enter a prompt. The selection is sent with it.',
    validateInput: value => (value.trim() === '' ? 'Enter a prompt.' : undefined),
  });
  return typed === undefined ? undefined : { prompt: typed, label: typed };
}

function imageItem(address: string): TemplateItem {
  return {
    label: 'Describe Image at This Address',
    detail: shownAddress(address),
    iconPath: new vscode.ThemeIcon('file-media'),
    address,
  };
}
