import * as vscode from 'vscode';
import { readSetting, writeSetting } from '../settings.ts';

/** The settings that credentials depend on, read afresh at each use; all have application scope. */
export interface CredentialSettings {
  /** `sightline.service.url`. */
  serviceUrl(): string;
  /** Writes `sightline.service.url`. */
  writeServiceUrl(address: string): Promise<void>;
  /** `sightline.service.keyVariable`. */
  keyVariable(): string;
  /** Whether the person chose that variable, rather than leaving the default. */
  keyVariableChosen(): boolean;
  /** `sightline.keysFromEnvironment`: ids of providers. */
  keysFromEnvironment(): readonly string[];
  /** Writes `sightline.keysFromEnvironment`. */
  writeKeysFromEnvironment(ids: readonly string[]): Promise<void>;
}

/** The settings of credentials as the editor has them. */
export const editorSettings: CredentialSettings = {
  serviceUrl: () => readSetting('service.url'),
  writeServiceUrl: async address => writeSetting('service.url', address),
  keyVariable: () => readSetting('service.keyVariable'),
  keyVariableChosen: () =>
    vscode.workspace.getConfiguration('sightline').inspect('service.keyVariable')?.globalValue !== undefined,
  keysFromEnvironment: () => readSetting('keysFromEnvironment'),
  writeKeysFromEnvironment: async ids => writeSetting('keysFromEnvironment', [...ids]),
};

/** The environment of the extension host: `process.env`, except in tests. */
export type Environment = Readonly<Record<string, string | undefined>>;
