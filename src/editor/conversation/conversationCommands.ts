import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { formatTime } from '../../base/localFormat.ts';
import { showError } from '../errorMessage.ts';
import { openCode } from '../openCode.ts';
import { showWarning } from '../dialogs/messages.ts';
import { createQuickPick, showInputBox, showQuickPick } from '../dialogs/quickInput.ts';
import { conversationMarkdown } from './conversationMarkdown.ts';
import type { KeptConversation } from './keptIndex.ts';
import type { OpenConversation } from './openConversation.ts';

interface KeptItem extends vscode.QuickPickItem {
  kept: KeptConversation;
}

const rename: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: t('Rename') };
const write: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('markdown'),
  tooltip: t('Export as Markdown'),
};
const remove: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Delete') };

/**
 * Lists the conversations that were kept; the chosen one takes the place of the current one, which is kept.
 * @param opened Called once another conversation stands.
 */
export async function showConversations(conversation: OpenConversation, opened: () => void): Promise<void> {
  const chosen = await pickKept(conversation);
  if (chosen === undefined) return;
  try {
    await conversation.open(chosen.id);
    opened();
  } catch (error) {
    await showError(error, t('“{chosen}” could not be opened', { chosen: chosen.title }));
  }
}

async function pickKept({ kept }: OpenConversation): Promise<KeptConversation | undefined> {
  const items = (await kept.list()).map(itemOf);
  if (items.length === 0) {
    await showQuickPick([], {
      title: t('Conversations'),
      placeHolder: t('No earlier conversations in this folder. New Conversation keeps the current one here.'),
    });
    return undefined;
  }
  const list = createQuickPick<KeptItem>({ keepsOrder: true });
  list.title = t('Conversations');
  list.placeholder = t('Search titles, images and questions');
  list.matchOnDetail = true;
  list.items = items;
  const picked = await new Promise<KeptItem | (() => Promise<void>) | undefined>(resolve => {
    list.onDidAccept(() => resolve(list.selectedItems[0]));
    list.onDidHide(() => resolve(undefined));
    list.onDidTriggerItemButton(({ button, item }) => {
      if (button === rename) resolve(() => renameKept(item.kept, kept));
      else if (button === write) resolve(() => writeKept(item.kept, kept));
      else resolve(() => removeKept(item.kept, kept));
    });
    list.show();
  });
  list.dispose();
  if (typeof picked !== 'function') return picked?.kept;
  try {
    await picked();
  } catch (error) {
    await showError(error);
  }
  return undefined;
}

function itemOf(kept: KeptConversation): KeptItem {
  return {
    kept,
    label: kept.title,
    description: counted(kept.questions, '{time} · {count} question', '{time} · {count} questions', {
      time: formatTime(kept.at),
    }),
    detail: kept.words,
    buttons: [rename, write, remove],
  };
}

async function renameKept({ id, title }: KeptConversation, kept: OpenConversation['kept']): Promise<void> {
  const name = await showInputBox({
    title: t('Rename Conversation'),
    value: title,
    validateInput: value => (value.trim() === '' ? t('Enter a name.') : undefined),
  });
  if (name !== undefined) await kept.rename(id, name.trim().slice(0, 200));
}

async function writeKept({ id, title }: KeptConversation, kept: OpenConversation['kept']): Promise<void> {
  await openCode(conversationMarkdown(title, (await kept.get(id)).conversation), 'markdown');
}

async function removeKept({ id, title }: KeptConversation, kept: OpenConversation['kept']): Promise<void> {
  const detail = t('Its questions and answers cannot be restored.');
  const answer = await showWarning(
    t('Delete the conversation “{title}”?', { title }),
    { modal: true, detail },
    t('Delete'),
  );
  if (answer === t('Delete')) await kept.remove(id);
}

/** Opens the current conversation as a Markdown document, to be saved where the person wants it. */
export async function exportConversation(conversation: OpenConversation): Promise<void> {
  await openCode(conversationMarkdown(conversation.title(), conversation.store.snapshot()), 'markdown');
}
