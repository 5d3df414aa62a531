import { counted, t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import * as vscode from 'vscode';
import { shownAddress } from '../../base/address.ts';
import { present } from '../../base/present.ts';
import type { AskedWith, Entry } from '../../protocol/conversation.ts';
import { languageName } from '../languageName.ts';
import { requireTrust } from '../trust.ts';
import {
  offeredPrompts,
  promptItem,
  takePrompt,
  type OfferedPrompt,
  type PromptSources,
} from './offeredPrompts.ts';
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
export interface PromptModelParts extends PromptSources {
  conversation: OpenConversation;
  /** Where the text is taken from. */
  lastEditor: LastTextEditor;
  targets: AnswerTargets;
  showPanel: (options: { preserveFocus: boolean }) => void;
}

/** The selection, a template or a free question, and the answer in the panel; resolves to the ended entry. */
export async function promptModel(
  parts: PromptModelParts,
  named: string | undefined,
): Promise<Entry | undefined> {
  const { conversation, lastEditor, targets, showPanel } = parts;
  if (!(await requireTrust())) return undefined;
  const editor = lastEditor.current;
  if (editor === undefined) {
    await showInformation(t('No text editor is visible. Open one and select the text to send.'));
    return undefined;
  }
  const selected = selectedText(editor) ?? (await offerWholeDocument(editor.document));
  if (selected === undefined) return undefined;
  const name = baseName(selected.document.uri.path);
  const language = languageName(selected.document.languageId);
  const address = imageAddressIn(selected.text);
  const offered = await offeredPrompts(parts.files, 'text');
  const template = await chosenTemplate(parts, { offered, named, file: name, language, address });
  if (template === undefined) return undefined;
  await conversation.restored;
  const { prompt, label, asked } = template;
  const id =
    prompt === undefined
      ? await addAddressQuestion(template.address, conversation, { label, place: placeOfSelection(selected) })
      : addSelectionQuestion(
          { selected, prompt, label, pictures: [], ...present({ asked }) },
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
    await showInformation(t('Nothing is selected and the document is empty.'));
    return undefined;
  }
  const choice = await showQuickPick(
    [
      {
        label: t('Use Whole Document'),
        description: counted(document.lineCount, '{name}, {count} line', '{name}, {count} lines', {
          name: baseName(document.uri.path),
        }),
      },
    ],
    { title: t('Prompt Model'), placeHolder: t('Nothing is selected.') },
  );
  return choice && whole;
}

/** What is asked, or the address of an image that is described; and how it is called in short. */
type ChosenTemplate = { label: string } & (
  | { prompt: string; asked?: AskedWith; address?: undefined }
  | { prompt?: undefined; asked?: undefined; address: string }
);

interface TemplateItem extends vscode.QuickPickItem {
  offered?: OfferedPrompt;
  address?: string;
}

interface TemplateList {
  offered: readonly OfferedPrompt[];
  /** The one that the person has chosen already. */
  named: string | undefined;
  file: string;
  language: string;
  address: string | undefined;
}

/** A template, or a question typed by the person, for the text of a document; first the image, where the text is its address. */
async function chosenTemplate(
  sources: PromptSources,
  { offered, named, file, language, address }: TemplateList,
): Promise<ChosenTemplate | undefined> {
  const known = offered.find(({ id }) => id === named);
  if (known !== undefined) return taken(known, sources);
  const items: TemplateItem[] = [
    ...(address === undefined ? [] : [imageItem(address)]),
    { label: t('Custom Prompt…'), iconPath: new vscode.ThemeIcon('edit'), alwaysShow: true },
    ...offered.map(one =>
      promptItem({ ...one, prompt: filled(one.prompt, { file, language, selection: '…' }) }),
    ),
  ];
  const choice = await showQuickPick(items, {
    title: t('Prompt Model'),
    placeHolder: t('What should the model do with the selection in {file}?', { file }),
    matchOnDetail: true,
    matchOnDescription: true,
  });
  if (choice === undefined) return undefined;
  if (choice.address !== undefined) return { address: choice.address, label: choice.label };
  const picked = offered.find(({ id }) => id === choice.offered?.id);
  if (picked !== undefined) return taken(picked, sources);
  const typed = await showInputBox({
    title: t('Prompt Model'),
    prompt: t('Enter a prompt. The selection is sent with it.'),
    validateInput: value => (value.trim() === '' ? t('Enter a prompt.') : undefined),
  });
  return typed === undefined ? undefined : { prompt: typed, label: typed };
}

async function taken(offered: OfferedPrompt, sources: PromptSources): Promise<ChosenTemplate | undefined> {
  const chosen = await takePrompt(offered, sources);
  return chosen && { prompt: chosen.prompt, label: chosen.name, ...present({ asked: chosen.asked }) };
}

function imageItem(address: string): TemplateItem {
  return {
    label: t('Describe Image at This Address'),
    detail: shownAddress(address),
    iconPath: new vscode.ThemeIcon('file-media'),
    address,
  };
}
