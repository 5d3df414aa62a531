import * as vscode from 'vscode';

/** Scheme of the documents that are only read; `package.json` knows it, too, and the language that folds their long lines. */
export const textScheme = 'sightline-text';
const language = 'sightline-text';

/** A text that is opened to be read. */
export interface ShownText {
  /** What its tab says; the next text of the same title takes its place. */
  title: string;
  text: string;
  /** Gives the focus back where it was, once the text is closed; without it the editor decides. */
  back?: () => Thenable<void>;
}

/** Shows texts as documents that cannot be changed, and leads back to where they were opened from. */
export class TextPage implements vscode.Disposable {
  readonly #texts = new Map<string, ShownText>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registered: vscode.Disposable;

  constructor() {
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(textScheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: ({ path }) => this.#texts.get(path)?.text ?? '',
    });
  }

  /** Opens a text with the cursor at its beginning. */
  async show(shown: ShownText): Promise<void> {
    const uri = vscode.Uri.from({ scheme: textScheme, path: `/${shown.title}` });
    this.#texts.set(uri.path, shown);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const read =
      document.languageId === language
        ? document
        : await vscode.languages.setTextDocumentLanguage(document, language);
    // As a preview it would close the one that it explains.
    const options = { preview: false, selection: new vscode.Range(0, 0, 0, 0) };
    await vscode.window.showTextDocument(read, options);
  }

  /** Closes the text that is in front, and gives the focus back. */
  async close(): Promise<void> {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const { input } = activeTab ?? {};
    if (activeTab === undefined || !(input instanceof vscode.TabInputText) || input.uri.scheme !== textScheme)
      return;
    const back = this.#texts.get(input.uri.path)?.back;
    this.#texts.delete(input.uri.path);
    // First the focus, then the tab: the page below it, which is loaded again, would take the focus from where it was given.
    await back?.();
    await vscode.window.tabGroups.close(activeTab, back !== undefined);
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}
