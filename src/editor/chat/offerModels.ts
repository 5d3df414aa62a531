import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { chatVendor } from '../../contributions.ts';
import type { PreparedImages } from '../preparedImages.ts';
import { ChatModels, type ChatModelsParts } from './chatModels.ts';
import { ChatProvider } from './chatProvider.ts';
import { LearnedFacts } from './learnedFacts.ts';

/** What the chat's models stand on. */
export type ChatParts = Omit<ChatModelsParts, 'learned'> & {
  images: Pick<PreparedImages, 'prepare'>;
  /** The folder of the runs, where descriptions are kept. */
  runsFolder: () => string;
};

/** Registers Sightline's models for the editor's own chat. */
export function offerModels(parts: ChatParts): vscode.Disposable {
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
