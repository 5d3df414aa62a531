import * as vscode from 'vscode';

/**
 * The text editor that a person means when they act on a text: the active one, else the one they used last of those that
 * are still visible, since a panel, a run's page or an image may be in front. Output channels are meant only while active.
 */
export class LastTextEditor implements vscode.Disposable {
  readonly #listener: vscode.Disposable;
  /** The one that was used last comes first. */
  #used: readonly vscode.TextEditor[] = [];

  constructor() {
    const use = (editor: vscode.TextEditor | undefined): void => {
      if (editor === undefined || !isOfText(editor)) return;
      const others = this.#used.filter(other => other.document !== editor.document && isOpen(other));
      this.#used = [editor, ...others];
    };
    use(vscode.window.activeTextEditor);
    this.#listener = vscode.window.onDidChangeActiveTextEditor(use);
  }

  /** With its selection as it is now; `undefined` where no text is visible. */
  get current(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return activeTextEditor ?? this.#used.find(isVisible) ?? visibleTextEditors.find(isOfText);
  }

  /**
   * Where text goes in: {@link current}, else the one used last of those in a tab that something else covers, with its
   * cursor as it was. `undefined` where no text is open.
   */
  get currentOrCovered(): Pick<vscode.TextEditor, 'document' | 'selection'> | undefined {
    return this.current ?? this.#used.find(isOpen);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#used = [];
  }
}

function isOfText({ document }: vscode.TextEditor): boolean {
  return document.uri.scheme !== 'output';
}

function isVisible(editor: vscode.TextEditor): boolean {
  return vscode.window.visibleTextEditors.includes(editor);
}

function isOpen(editor: vscode.TextEditor): boolean {
  const uri = editor.document.uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return (
    isVisible(editor) ||
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri)
  );
}
