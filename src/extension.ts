import type { ExtensionContext } from 'vscode';
import { openConversation, type OpenConversation } from './editor/conversation/openConversation.ts';
import { createEditorCredentials, registerCredentials } from './editor/credentials/registerCredentials.ts';
import { registerDescribeImages } from './editor/describe/describeImages.ts';
import { ensureLocalService } from './editor/localService/localServiceFlows.ts';
import { createLocalService, registerLocalService } from './editor/localService/registerLocalService.ts';
import { createLog, registerLog } from './editor/log.ts';
import { ModelAsker } from './editor/models/modelAsker.ts';
import { ModelChoice } from './editor/models/modelChoice.ts';
import { ProviderRegistry } from './editor/models/providerRegistry.ts';
import { registerModels } from './editor/models/registerModels.ts';
import { ServiceGateway } from './editor/models/serviceGateway.ts';
import { registerPanel } from './editor/panel/registerPanel.ts';
import { registerPictures } from './editor/pictures/registerPictures.ts';
import { AnswerTargets } from './editor/prompt/answerTargets.ts';
import { registerPromptModel } from './editor/prompt/promptModel.ts';

let conversation: OpenConversation | undefined;

/** Builds Sightline's parts and registers each feature; waits for nothing. */
export function activate(context: ExtensionContext): void {
  const log = createLog();
  const service = createLocalService(context);
  const credentials = createEditorCredentials(context, (origin, signal) =>
    ensureLocalService(service, origin, signal),
  );
  const { account } = credentials;
  const gateway = new ServiceGateway({ account, isLocalService: origin => service.isAt(origin) });
  const providers = new ProviderRegistry(log, gateway);
  const choice = new ModelChoice(providers);
  const asker = new ModelAsker(credentials.providerKeys, gateway);
  const targets = new AnswerTargets();
  conversation = openConversation(context, { log, choice, asker });
  const panel = registerPanel(context, { conversation, choice, targets, log });
  const showPanel = (options: { preserveFocus: boolean }): void => panel.show(options);
  const reveal = (id: string): void => panel.post({ type: 'revealEntry', id });
  context.subscriptions.push(
    log,
    credentials,
    providers,
    choice,
    targets,
    registerLog(log),
    registerCredentials(credentials, {
      providers: () => providers.keyed(),
      checkKey: (provider, key, signal) => asker.checkKey(provider, key, signal),
    }),
    registerLocalService(context, { service, account, log }),
    registerModels({ providers, choice, asker, memory: context.globalState, log }),
    registerDescribeImages({ conversation, showPanel, reveal }),
    registerPictures(context.extensionUri, log),
    registerPromptModel({ conversation, targets, showPanel }),
  );
}

/** Stops what runs and saves the conversation. */
export function deactivate(): Promise<void> | undefined {
  return conversation?.close();
}
