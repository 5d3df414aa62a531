import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { PromptModelParts } from './promptModel.ts';

/** Registers "Prompt Model": the selection, a template or a free question, and the answer in the panel, which resolves to the ended entry; and what is done with the preview of a replacement. */
export function registerPromptModel(parts: PromptModelParts): vscode.Disposable {
  const { preview } = parts.targets;
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.promptModel, async (template: unknown) => {
      const { promptModel } = await import('./promptModel.ts');
      return promptModel(parts, typeof template === 'string' ? template : undefined);
    }),
    vscode.commands.registerCommand(commands.acceptReplacement, () => preview.accept()),
    vscode.commands.registerCommand(commands.discardReplacement, () => preview.discard()),
  );
}
