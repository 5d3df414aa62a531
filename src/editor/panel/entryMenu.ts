import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { commands } from '../../contributions.ts';
import type { Entry } from '../../protocol/conversation.ts';
import type { PanelMessage } from '../../protocol/panel.ts';
import { conversationMarkdown, entryMarkdown } from '../conversation/conversationMarkdown.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import { clickedEntry } from './clickedEntry.ts';

/** What the menu of a right click on an entry acts on. */
export interface EntryMenuParts {
  conversation: Pick<OpenConversation, 'store' | 'title'>;
  /** Does what the entry's own buttons do. */
  act: (message: PanelMessage) => Promise<void>;
}

/** Registers the menu of a right click on an entry of the panel. */
export function registerEntryMenu({ conversation, act }: EntryMenuParts): vscode.Disposable {
  const { store } = conversation;
  const on = (id: string, run: (entry: Entry, selected: string) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (argument: unknown) => {
      const { id, selected } = clickedEntry(argument);
      const entry = store.entry(id ?? '');
      if (entry !== undefined) await run(entry, selected);
    });
  const copy = async (text: string, said: string): Promise<void> => {
    await vscode.env.clipboard.writeText(text);
    store.announce(said);
  };
  return vscode.Disposable.from(
    on(commands.copyEntry, (entry, selected) => copy(selected || entry.text || entry.prompt, t('Copied'))),
    on(commands.copyEntryAsMarkdown, entry => copy(entryMarkdown(entry), t('Question and answer copied'))),
    on(commands.copyConversation, () =>
      copy(conversationMarkdown(conversation.title(), store.snapshot()), t('Conversation copied')),
    ),
    on(commands.followUpEntry, ({ id }) => act({ type: 'entry', id, action: 'followUp' })),
    on(commands.retryEntry, ({ id }) => act({ type: 'entry', id, action: 'retry' })),
    on(commands.revealEntryImage, async ({ pictures }) => {
      const source = pictures.find(picture => picture.source !== undefined)?.source;
      if (source !== undefined)
        await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.parse(source));
    }),
  );
}
