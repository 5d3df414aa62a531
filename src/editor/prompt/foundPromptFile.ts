import type * as vscode from 'vscode';
import type { PromptFile, PromptFileError } from '../../prompts/promptFile.ts';

/** Where prompt files may be in a folder. */
export const promptFilePattern = '**/*.prompt.md';

/** A prompt file of the workspace: what it says, or what is wrong with it. */
export interface FoundPromptFile {
  uri: vscode.Uri;
  /** As a person knows it, relative to the folder. */
  path: string;
  file?: PromptFile;
  error?: PromptFileError;
}
