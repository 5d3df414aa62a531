import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { DescribeImagesParts } from './describeImages.ts';

/**
 * Registers "Describe Image" for the explorer, a picture's editor and the palette. Called from code it takes a URI and a
 * list of URIs, as the explorer gives them, and resolves to the ended entries. Without a list it is the picture that is looked
 * at: where the picture editor shows it, what is seen there is sent.
 */
export function registerDescribeImages(parts: DescribeImagesParts): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.describeImage, async (clicked: unknown, selected: unknown) => {
      const { describeImages } = await import('./describeImages.ts');
      return describeImages(clicked, selected, parts);
    }),
    vscode.commands.registerCommand(
      commands.describeImageWithPrompt,
      async (clicked: unknown, selected: unknown) => {
        const { describeImagesWithPrompt } = await import('./describeImages.ts');
        return describeImagesWithPrompt(clicked, selected, parts);
      },
    ),
  );
}
