import './editor/editorLanguage.ts';
import type { ExtensionContext } from 'vscode';
import { registerAccessibility } from './editor/accessibility/registerAccessibility.ts';
import { registerChat } from './editor/chat/registerChat.ts';
import { registerCopyText } from './editor/copyText/registerCopyText.ts';
import { openConversation } from './editor/conversation/openConversation.ts';
import { createEditorCredentials, registerCredentials } from './editor/credentials/registerCredentials.ts';
import { registerDescribeImages } from './editor/describe/registerDescribeImages.ts';
import { createLocalService, registerLocalService } from './editor/localService/registerLocalService.ts';
import { registerTraining } from './editor/training/registerTraining.ts';
import { createLog, registerLog } from './editor/log.ts';
import { machineModelsFolder, registerMachineModels } from './editor/machineModels/registerMachineModels.ts';
import { ModelAsker } from './editor/models/modelAsker.ts';
import { ModelChoice } from './editor/models/modelChoice.ts';
import { ProviderRegistry } from './editor/models/providerRegistry.ts';
import { registerModels } from './editor/models/registerModels.ts';
import { ServiceGateway } from './editor/models/serviceGateway.ts';
import { registerNotebooks } from './editor/notebooks/registerNotebooks.ts';
import { registerPanel } from './editor/panel/registerPanel.ts';
import { detectionsChoice } from './editor/pictures/detectionsChoice.ts';
import { registerParticipant } from './editor/participant/registerParticipant.ts';
import { registerPictures } from './editor/pictures/registerPictures.ts';
import { AnswerTargets } from './editor/prompt/answerTargets.ts';
import { LastTextEditor } from './editor/prompt/lastTextEditor.ts';
import { PromptFiles } from './editor/prompt/promptFiles.ts';
import { registerPromptModel } from './editor/prompt/registerPromptModel.ts';
import { imageSettings } from './editor/imageSettings.ts';
import { PreparedImages } from './editor/preparedImages.ts';
import { recognise } from './editor/recognise.ts';
import { registerRecognitionSetting } from './editor/recognitionSetting.ts';
import { registerRuns } from './editor/runs/registerRuns.ts';
import { runsFolder } from './editor/runs/runsFolder.ts';
import { registerTools } from './editor/tools/registerTools.ts';
import { lastLogin } from './editor/status/lastLogin.ts';
import { registerStatus } from './editor/status/registerStatus.ts';
import { keepUnpacked } from './editor/keepUnpacked.ts';

/** What has to come to its end when the window goes. */
const open: { close: () => Promise<void> }[] = [];

/** Builds Sightline's parts and registers each feature; waits for nothing. */
export function activate(context: ExtensionContext): void {
  keepUnpacked(context);
  const log = createLog();
  const service = createLocalService(context);
  const credentials = createEditorCredentials(context, {
    ready: (origin, signal) => service.ensure(origin, signal),
    lastLogin: lastLogin(context.globalState),
  });
  const gateway = new ServiceGateway({
    account: credentials.account,
    isLocalService: origin => service.isAt(origin),
    isRunning: () => service.connection !== undefined,
  });
  const providers = new ProviderRegistry(log, gateway);
  const choice = new ModelChoice(providers);
  const models = machineModelsFolder(context);
  const asker = new ModelAsker(credentials.providerKeys, gateway, models);
  const lastEditor = new LastTextEditor();
  const targets = new AnswerTargets(lastEditor);
  const files = new PromptFiles();
  const prompts = { files, choice };
  const images = new PreparedImages(imageSettings);
  const conversation = openConversation(context, { log, choice, asker });
  open.push(
    conversation,
    registerRuns(context, { providers, choice, asker, prompts, account: credentials.account, log }),
  );
  const detections = detectionsChoice(context.globalState);
  const panel = registerPanel(context, {
    ...{ conversation, choice, targets, files, recognise, detections, log },
  });
  const pictures = registerPictures({ extensionUri: context.extensionUri, recognise, detections, log });
  context.subscriptions.push(
    ...[log, credentials, providers, choice, lastEditor, targets, files],
    registerLog(log),
    registerRecognitionSetting(),
    registerCredentials(credentials, {
      providers: () => providers.keyed(),
      checkKey: (provider, key, signal) => asker.checkKey(provider, key, signal),
    }),
    registerStatus({ store: conversation.store, choice, account: credentials.account }),
    registerLocalService(context, { service, account: credentials.account, log }),
    registerTraining(context, { service, account: credentials.account, log }),
    registerMachineModels({ choice, folder: models }),
    registerModels({ providers, choice, asker, memory: context.globalState, log }),
    registerChat({
      images,
      providers,
      choice,
      asker,
      keys: credentials.providerKeys,
      account: credentials.account,
      isGatewayAsleep: () => gateway.isAsleep(),
      memory: context.globalState,
      log,
      runsFolder: () => runsFolder(context),
    }),
    registerParticipant(context.extensionUri, { choice, asker, images, log }),
    registerTools({
      ...{ providers, choice, asker, log },
      access: context.languageModelAccessInformation,
      runsFolder: () => runsFolder(context),
      extensionUri: context.extensionUri,
      folder: context.globalStorageUri,
    }),
    pictures,
    registerDescribeImages({ conversation, panel, prompts, lookAt: uri => pictures.lookAt(uri) }),
    registerAccessibility({ conversation }),
    registerNotebooks({ conversation, panel }),
    registerCopyText({ recognise, shown: uri => pictures.shown(uri), log }),
    registerPromptModel({
      ...prompts,
      conversation,
      lastEditor,
      targets,
      showPanel: options => void panel.show(options),
    }),
  );
}

/** Stops what runs and saves the conversation. */
export async function deactivate(): Promise<void> {
  await Promise.all(open.map(part => part.close()));
}
