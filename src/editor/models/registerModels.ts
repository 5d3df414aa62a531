import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import { chooseModel, type ModelPickerParts } from './modelPicker.ts';

/** Registers "Choose Model". */
export function registerModels(parts: ModelPickerParts): vscode.Disposable {
  return vscode.commands.registerCommand(commands.chooseModel, () =>
    chooseModel(parts).catch((error: unknown) => showError(error)),
  );
}
