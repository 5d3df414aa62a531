import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import type { CopyTextParts } from './copyText.ts';

/**
 * Registers "Copy Text" for the explorer, an image's editor and the palette: reads text and codes of the images and puts
 * them into the clipboard. Called from code it takes a URI and a list of URIs, as the explorer gives them.
 */
export function registerCopyText(parts: CopyTextParts): vscode.Disposable {
  return vscode.commands.registerCommand(commands.copyText, async (clicked: unknown, selected: unknown) => {
    try {
      // Loaded with the first image: activation does without.
      const { copyText } = await import('./copyText.ts');
      await copyText(clicked, selected, parts);
    } catch (error) {
      await showError(error, t('The text could not be copied'));
    }
  });
}
