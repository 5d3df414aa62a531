import * as vscode from 'vscode';
import { openConversation, type OpenConversation } from './editor/conversation/openConversation.ts';
import { registerCredentials } from './editor/credentials/registerCredentials.ts';
import { registerDescribeImages } from './editor/describe/describeImages.ts';
import { createLog } from './editor/log.ts';
import { ModelAsker } from './editor/models/modelAsker.ts';
import { ModelChoice } from './editor/models/modelChoice.ts';
import { ProviderRegistry } from './editor/models/providerRegistry.ts';
import { registerModels } from './editor/models/registerModels.ts';
import { registerPanel } from './editor/panel/registerPanel.ts';
import { AnswerTargets } from './editor/prompt/answerTargets.ts';
import { registerPromptModel } from './editor/prompt/promptModel.ts';
import { registerLog } from './editor/log.ts';

let conversation: OpenConversation | undefined;

/** Builds Sightline's parts and registers each feature; waits for nothing. */
export function activate(context: vscode.ExtensionContext): void {}

/** Stops what runs and saves the conversation. */
export function deactivate(): Promise<void> | undefined {
  return conversation?.close();
}
