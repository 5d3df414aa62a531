import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import { Offer, afterwards } from '../offer.ts';
import { affects, readSetting } from '../settings.ts';
import type { ChatParts } from './offerModels.ts';

/** The editor's own setting that turns its chat off. */
const noChat = 'chat.disableAIFeatures';

/** Offers Sightline's models in the editor's own chat, once the folder is trusted, as long as the setting says so. */
export function registerChat(parts: ChatParts): vscode.Disposable {
  const offer = new Offer(() =>
    afterwards(async () => {
      const { offerModels } = await import('./offerModels.ts');
      return offerModels(parts);
    }),
  );
  const follow = (): void =>
    offer.follow(vscode.workspace.isTrusted && readSetting('chat.enabled') && hasChat());
  follow();
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.chooseImageDescriber, async () => {
      const { chooseImageDescriber } = await import('./chooseImageDescriber.ts');
      await chooseImageDescriber(parts).catch((error: unknown) => showError(error));
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(follow),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'chat.enabled') || event.affectsConfiguration(noChat)) follow();
    }),
    { dispose: () => offer.follow(false) },
  );
}

function hasChat(): boolean {
  return vscode.workspace.getConfiguration().get(noChat) !== true;
}
