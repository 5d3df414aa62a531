import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { commands } from '../../contributions.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import type { RecogniseImage } from '../../recognition/recogniseImage.ts';
import type { Log } from '../log.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { DetectionsChoice } from '../pictures/detectionsChoice.ts';
import type { AnswerTargets } from '../prompt/answerTargets.ts';
import { Panel } from './panel.ts';
import { handlePanelMessage } from './panelMessages.ts';
import { showInformation } from '../dialogs/messages.ts';
import { showError } from '../errorMessage.ts';
import { showQuickPick } from '../dialogs/quickInput.ts';
import { statusEntry } from '../dialogs/statusEntry.ts';
import { RequestStatus } from './requestStatus.ts';

/** What the panel shows and acts on. */
export interface RegisterPanelParts {
  conversation: OpenConversation;
  choice: ModelChoice;
  targets: AnswerTargets;
  recognise: RecogniseImage;
  detections: DetectionsChoice;
  log: Log;
}

/** Registers the panel with its commands; the returned panel is shown by whoever adds an entry. */
export function registerPanel(context: vscode.ExtensionContext, parts: RegisterPanelParts): Panel {
  const { conversation, choice, targets, recognise, detections, log } = parts;
  const { store, runner, pictures, restored } = conversation;
  const largeView = new Lazy(async () => {
    const { LargeView } = await import('../pictures/largeView.ts');
    return new LargeView({ store, pictures, sent: runner.sent, recognise, detections, log });
  });
  const status = new RequestStatus(
    store,
    statusEntry({
      id: 'sightline.requests',
      name: 'Sightline Requests',
      command: commands.showRequests,
      alignment: vscode.StatusBarAlignment.Left,
    }),
  );
  const panel = new Panel({
    extensionUri: context.extensionUri,
    log,
    onMessage: message =>
      void restored.then(() =>
        handlePanelMessage(message, { store, runner, pictures, targets, choice, largeView }),
      ),
    onVisible: visible => {
      // What is held for a large picture is given back: its page is gone.
      if (!visible) void largeView.requested?.then(view => view.close());
      status.setPanelVisible(visible);
    },
  });
  /** Another conversation stands: the panel takes it whole. */
  const tellAll = (): void => {
    panel.show();
    panel.post({ type: 'conversation', conversation: store.snapshot(), model: choice.view() });
  };
  const stopListening = store.onMessage(message => panel.post(message));
  context.subscriptions.push(
    panel,
    status,
    { dispose: stopListening },
    choice.onDidChange(() => panel.post({ type: 'model', model: choice.view() })),
    vscode.commands.registerCommand(commands.openPanel, () => {
      panel.show();
      panel.post({ type: 'focusInput' });
    }),
    vscode.commands.registerCommand(commands.stop, () => runner.stopAll()),
    vscode.commands.registerCommand(commands.showRequests, () => stopOrOpen(status.words)),
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

/** Asks what is to be done about the requests that are in progress. */
async function stopOrOpen(title: string | undefined): Promise<void> {
  if (title === undefined) {
    await showInformation('No requests are in progress.');
    return;
  }
  const answer = await showQuickPick(
    [
      { label: 'Stop', command: commands.stop, iconPath: new vscode.ThemeIcon('debug-stop') },
      {
        label: 'Open Panel',
        command: commands.openPanel,
        iconPath: new vscode.ThemeIcon('comment-discussion'),
      },
    ],
    { title: 'Sightline', placeHolder: title },
  );
  if (answer !== undefined) await vscode.commands.executeCommand(answer.command);
}

/** Begins an empty conversation; the one before it is kept. */
async function startAnew(conversation: OpenConversation, shown: () => void): Promise<void> {
  const hadEntries = conversation.store.entries.length > 0;
  try {
    await conversation.startNew();
  } catch (error) {
    await showError(error, 'The conversation could not be kept, and stays');
    return;
  }
  shown();
  if (hadEntries)
    conversation.store.announce('New conversation. The one before it is in Show Conversations.');
  conversation.store.post({ type: 'focusInput' });
}
