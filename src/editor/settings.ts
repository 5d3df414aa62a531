import * as vscode from 'vscode';
import type { SettingTypes } from '../contributions.ts';
import { t } from '../base/l10n.ts';
import { redact } from '../base/redact.ts';
import { shorten } from '../base/shorten.ts';
import { showWarning } from './dialogs/messages.ts';
import { checkedSetting } from './settingChecks.ts';

/** Wrong values that were told: each once in a window. */
const reported = new Set<string>();

/**
 * The value of a setting in force, as `package.json` types it. What does not fit is told once and left out: of a list
 * the entry, else the default counts.
 */
export function readSetting<K extends keyof SettingTypes>(name: K): SettingTypes[K] {
  const settings = vscode.workspace.getConfiguration('sightline');
  const set: unknown = settings.get(name);
  const { value, isWhole } = checkedSetting(name, set);
  if (isWhole && value !== undefined) return value;
  const fallback = value === undefined ? settings.inspect(name)?.defaultValue : value;
  reportInvalid(
    name,
    set,
    value === undefined
      ? t('The default is used: {value}.', { value: JSON.stringify(fallback) })
      : t('It is ignored.'),
  );
  return fallback as SettingTypes[K];
}

/** The value of a setting where somebody has set another one than the default. */
export function changedSetting<K extends keyof SettingTypes>(name: K): SettingTypes[K] | undefined {
  const value = readSetting(name);
  const usual: unknown = vscode.workspace.getConfiguration('sightline').inspect(name)?.defaultValue;
  return value === usual ? undefined : value;
}

function reportInvalid(name: keyof SettingTypes, set: unknown, what: string): void {
  const shown = shorten(JSON.stringify(set ?? null), 60);
  const once = `${name} ${shown}`;
  if (reported.has(once)) return;
  reported.add(once);
  const open = t('Open Settings');
  void showWarning(
    t('The setting sightline.{name} has an invalid value: {value}. {what}', {
      name,
      value: redact(shown),
      what,
    }),
    open,
  ).then(async pressed => {
    if (pressed === open)
      await vscode.commands.executeCommand('workbench.action.openSettings', `sightline.${name}`);
  });
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
