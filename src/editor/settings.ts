import * as vscode from 'vscode';
import type { SettingTypes } from '../contributions.ts';

/** The value of a setting in force, as `package.json` types it. */
export function readSetting<K extends keyof SettingTypes>(name: K): SettingTypes[K] {
  return vscode.workspace.getConfiguration('sightline').get(name) as SettingTypes[K];
}

/** Writes a setting for the person, not for the folder; undefined gives it its default again. */
export async function writeSetting<K extends keyof SettingTypes>(
  name: K,
  value: SettingTypes[K] | undefined,
): Promise<void> {
  await vscode.workspace.getConfiguration('sightline').update(name, value, vscode.ConfigurationTarget.Global);
}

/** Whether `event` changed any of the settings. */
export function affects(event: vscode.ConfigurationChangeEvent, ...names: (keyof SettingTypes)[]): boolean {
  return names.some(name => event.affectsConfiguration(`sightline.${name}`));
}
