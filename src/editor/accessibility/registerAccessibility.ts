import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { commands, views } from '../../contributions.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import { showInformation } from '../dialogs/messages.ts';
import { clickedEntry } from '../panel/clickedEntry.ts';
import type { HelpPage } from './helpTexts.ts';
import { TextPage } from './textPage.ts';

/** What is read as text. */
export interface AccessibilityParts {
  conversation: Pick<OpenConversation, 'store' | 'restored'>;
}

/**
 * Registers the help of our pages and answers as text: what the editor calls accessibility help and accessible view, and lets
 * no extension add to without a proposed API (`contribAccessibilityHelpContent`).
 */
export function registerAccessibility({ conversation }: AccessibilityParts): vscode.Disposable {
  const page = new TextPage();
  const back = async (): Promise<void> => vscode.commands.executeCommand(commands.openPanel);
  return vscode.Disposable.from(
    page,
    vscode.commands.registerCommand(commands.openAccessibilityHelp, async (asked: unknown) => {
      const { helpText, isHelpPage } = await import('./helpTexts.ts');
      const about = isHelpPage(asked) ? asked : pageInFront();
      await page.show({
        ...{ title: t('Accessibility Help'), text: helpText(about) },
        ...(asked === 'panel' && { back }),
        ...(asked === 'runs' && { back: async () => vscode.commands.executeCommand(`${views.runs}.focus`) }),
      });
    }),
    vscode.commands.registerCommand(commands.openAnswerAsText, async (clicked: unknown) => {
      await conversation.restored;
      const { entries } = conversation.store;
      const { id } = clickedEntry(clicked);
      const at = entries.findLastIndex(entry => (id === undefined ? entry.text !== '' : entry.id === id));
      const entry = entries[at];
      if (entry === undefined) return void showInformation(t('There is no answer yet.'));
      const { entryText } = await import('./entryText.ts');
      await page.show({
        ...{ title: t('Answer'), text: entryText(entry, at + 1) },
        ...(id !== undefined && { back }),
      });
    }),
    vscode.commands.registerCommand(commands.closeText, () => page.close()),
  );
}

/** Which of our pages is the active editor; the panel where none is. */
function pageInFront(): HelpPage {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputCustom)
    return input.viewType === views.picture || input.viewType === views.otherPicture ? 'picture' : 'panel';
  // The editor puts a name of its own before ours.
  const type = input instanceof vscode.TabInputWebview ? input.viewType : '';
  return type.endsWith(views.run) ? 'run' : type.endsWith(views.training) ? 'training' : 'panel';
}
