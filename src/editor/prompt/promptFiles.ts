import * as vscode from 'vscode';
import { promptFilePattern, type FoundPromptFile } from './foundPromptFile.ts';

/** The prompt files of the workspace, read anew whenever somebody asks; none where the folder is not trusted. */
export class PromptFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #watching: vscode.Disposable | undefined;
  /** A file was added, changed or removed since the list was asked for. */
  readonly onDidChange = this.#changed.event;

  /** All of them, by their paths. */
  async list(): Promise<FoundPromptFile[]> {
    if (!vscode.workspace.isTrusted) return [];
    this.#watch();
    const { findPromptFiles } = await import('./findPromptFiles.ts');
    return findPromptFiles();
  }

  dispose(): void {
    this.#watching?.dispose();
    this.#changed.dispose();
  }

  #watch(): void {
    if (this.#watching !== undefined) return;
    const watcher = vscode.workspace.createFileSystemWatcher(promptFilePattern);
    const tell = (): void => this.#changed.fire();
    this.#watching = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(tell),
      watcher.onDidChange(tell),
      watcher.onDidDelete(tell),
      vscode.workspace.onDidChangeWorkspaceFolders(tell),
    );
  }
}
