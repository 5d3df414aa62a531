import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import type { ModelPickerParts } from './modelPicker.ts';

/** Registers "Choose Model". */
export function registerModels(parts: ModelPickerParts): vscode.Disposable {
  return vscode.commands.registerCommand(commands.chooseModel, async () => {
    const { chooseModel } = await import('./modelPicker.ts');
    await chooseModel(parts).catch((error: unknown) => showError(error));
  });
}
