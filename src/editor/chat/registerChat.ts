import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { chatVendor, commands } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import { Offer } from '../offer.ts';
import { affects, readSetting } from '../settings.ts';
import { ChatModels, type ChatModelsParts } from './chatModels.ts';
import { ChatProvider } from './chatProvider.ts';
import { LearnedFacts } from './learnedFacts.ts';
import type { PreparedImages } from '../preparedImages.ts';

/** The editor's own setting that turns its chat off. */
const noChat = 'chat.disableAIFeatures';

/** What the chat's models stand on. */
export type ChatParts = Omit<ChatModelsParts, 'learned'> & {
  images: Pick<PreparedImages, 'prepare'>;
  /** The folder of the runs, where descriptions are kept. */
  runsFolder: () => string;
};

/** Offers Sightline's models in the editor's own chat, once the folder is trusted, as long as the setting says so. */
export function registerChat(parts: ChatParts): vscode.Disposable {
  const offer = new Offer(() => offerModels(parts));
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

function offerModels(parts: ChatParts): vscode.Disposable {
  const learned = new LearnedFacts(parts.memory);
  const models = new ChatModels({ ...parts, learned });
  const kept = new Lazy(async () => {
    const { KeptDescriptions } = await import('../../runs/store/keptDescriptions.ts');
    return new KeptDescriptions(parts.runsFolder(), { report: message => parts.log.warn(message) });
  });
  const provider = new ChatProvider(models, {
    asker: parts.asker,
    images: parts.images,
    chosen: model => models.chosen(model),
    kept: () => kept.get(),
    onFailed: (model, error) => {
      if (learned.learn(model, error)) models.announce();
    },
    log: parts.log,
  });
  const registration = vscode.lm.registerLanguageModelChatProvider(chatVendor, provider);
  // The editor does not ask a provider that says nothing.
  models.announce();
  return vscode.Disposable.from(registration, models, {
    dispose: () => void kept.requested?.then(store => store.close()),
  });
}
