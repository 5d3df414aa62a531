import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { Lazy } from '../../base/lazy.ts';
import { commands } from '../../contributions.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import type { PanelMessage } from '../../protocol/panel.ts';
import type { RecogniseImage } from '../../recognition/recogniseImage.ts';
import type { Log } from '../log.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { DetectionsChoice } from '../pictures/detectionsChoice.ts';
import type { AnswerTargets } from '../prompt/answerTargets.ts';
import type { PromptFiles } from '../prompt/promptFiles.ts';
import { ComposerOffers } from './composerOffers.ts';
import { KeptSelection } from './keptSelection.ts';
import { Panel } from './panel.ts';
import { registerEntryMenu } from './entryMenu.ts';
import { setPanelFocus } from './panelFocus.ts';
import { showError } from '../errorMessage.ts';
import { affects } from '../settings.ts';

/** What the panel shows and acts on. */
export interface RegisterPanelParts {
  conversation: OpenConversation;
  choice: ModelChoice;
  targets: AnswerTargets;
  files: PromptFiles;
  recognise: RecogniseImage;
  detections: DetectionsChoice;
  log: Log;
}

/** Registers the panel with its commands; the returned panel is shown by whoever adds an entry. */
export function registerPanel(context: vscode.ExtensionContext, parts: RegisterPanelParts): Panel {
  const { conversation, choice, targets, files, recognise, detections, log } = parts;
  const { store, runner, pictures, restored } = conversation;
  const largeView = new Lazy(async () => {
    const { LargeView } = await import('../pictures/largeView.ts');
    return new LargeView({ store, pictures, sent: runner.sent, recognise, detections, log });
  });
  const offers = new ComposerOffers(store, new KeptSelection(context.workspaceState));
  /** In the order in which they come: all wait for the same. */
  const handling = new Lazy(() => import('./panelMessages.ts'));
  const act = async (message: PanelMessage): Promise<void> => {
    const { handlePanelMessage } = await handling.get();
    await handlePanelMessage(message, { store, runner, pictures, targets, choice, files, offers, largeView });
  };
  const panel = new Panel({
    extensionUri: context.extensionUri,
    log,
    onMessage: message => void restored.then(() => act(message)),
    onVisible: visible => {
      if (visible) return;
      void setPanelFocus(false);
      // What is held for a large picture is given back: its page is gone.
      void largeView.requested?.then(view => view.close());
    },
  });
  /** Another conversation stands: the panel takes it whole. */
  const tellAll = (): void => {
    void panel.show();
    panel.post({ type: 'conversation', conversation: store.snapshot(), model: choice.view() });
  };
  /** The list of prices is read with the first panel, not at the start. */
  const tellPrices = async (): Promise<void> => {
    const { modelPrices } = await import('../modelPrices.ts');
    panel.post({ type: 'prices', prices: modelPrices() });
  };
  const stopListening = store.onMessage(message => panel.post(message));
  context.subscriptions.push(
    panel,
    offers,
    { dispose: stopListening },
    registerEntryMenu({ conversation, act }),
    choice.onDidChange(() => panel.post({ type: 'model', model: choice.view() })),
    files.onDidChange(() => void act({ type: 'templates' })),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'runs.prices')) void tellPrices();
    }),
    vscode.commands.registerCommand(commands.openPanel, async () => {
      await panel.show();
      panel.post({ type: 'focusInput' });
    }),
    vscode.commands.registerCommand(commands.openInEditor, () => panel.openInEditor()),
    vscode.commands.registerCommand(commands.openInSideBar, () => panel.openInSideBar()),
    vscode.commands.registerCommand(commands.stop, () => runner.stopAll()),
    vscode.commands.registerCommand(commands.newConversation, () => startAnew(conversation, tellAll)),
    vscode.commands.registerCommand(commands.showConversations, async () => {
      const { showConversations } = await import('../conversation/conversationCommands.ts');
      await showConversations(conversation, tellAll);
    }),
    vscode.commands.registerCommand(commands.exportConversation, async () => {
      const { exportConversation } = await import('../conversation/conversationCommands.ts');
      await exportConversation(conversation);
    }),
  );
  return panel;
}

/** Begins an empty conversation; the one before it is kept. */
async function startAnew(conversation: OpenConversation, shown: () => void): Promise<void> {
  const hadEntries = conversation.store.entries.length > 0;
  try {
    await conversation.startNew();
  } catch (error) {
    await showError(error, t('The conversation could not be kept, and stays'));
    return;
  }
  shown();
  if (hadEntries)
    conversation.store.announce(t('New conversation. The one before it is in Show Conversations.'));
  conversation.store.post({ type: 'focusInput' });
}
