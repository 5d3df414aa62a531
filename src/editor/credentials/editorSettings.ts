import * as vscode from 'vscode';
import { readSetting, writeSetting } from '../settings.ts';
import type { CredentialSettings } from './credentialSettings.ts';

/** The settings of credentials as the editor has them. */
export const editorSettings: CredentialSettings = {
  serviceUrl: () => readSetting('service.url'),
  keyVariable: () => readSetting('service.keyVariable'),
  keyVariableChosen: () =>
    vscode.workspace.getConfiguration('sightline').inspect('service.keyVariable')?.globalValue !== undefined,
  keysFromEnvironment: () => readSetting('keysFromEnvironment'),
  writeKeysFromEnvironment: async ids => writeSetting('keysFromEnvironment', [...ids]),
};
