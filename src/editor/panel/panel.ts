import * as vscode from 'vscode';
import { views } from '../../contributions.ts';
import { parsePanelMessage, type HostMessage, type PanelMessage } from '../../protocol/panel.ts';
import type { Log } from '../log.ts';
import { panelHtml, panelResourceRoots } from '../pageHtml.ts';

/** What the panel is built from. */
export interface PanelParts {
  extensionUri: vscode.Uri;
  /** Called for each valid message of the panel. */
  onMessage: (message: PanelMessage) => void;
  /** Called when its page comes into sight, or is gone: closed, or hidden, which ends it too. */
  onVisible: (visible: boolean) => void;
  log: Log;
}

/** The context key that hides the view while the conversation is in an editor. */
const inEditorKey = 'sightline.conversationInEditor';

/**
 * The one page of the conversation: a view, first in the secondary side bar, or an editor where the person wants it there,
 * which is revived by the window after a reload. It holds no state; while it is closed or hidden its messages go nowhere,
 * and the page asks for everything when it opens.
 */
export class Panel implements vscode.Disposable {
  readonly #parts: PanelParts;
  readonly #registered: vscode.Disposable;
  #view: vscode.WebviewView | undefined;
  #editor: vscode.WebviewPanel | undefined;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#registered = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(views.panel, {
        resolveWebviewView: view => this.#adoptView(view),
      }),
      vscode.window.registerWebviewPanelSerializer(views.panel, {
        deserializeWebviewPanel: panel => {
          this.#adoptEditor(panel);
          return Promise.resolve();
        },
      }),
    );
  }

  /** Brings it into sight where it is: in its editor if it has one, else in its view. */
  async show({ preserveFocus = false } = {}): Promise<void> {
    if (this.#editor !== undefined) this.#editor.reveal(undefined, preserveFocus);
    else if (this.#view !== undefined) this.#view.show(preserveFocus);
    else await vscode.commands.executeCommand(`${views.panel}.focus`, { preserveFocus });
  }

  /** Moves it into an editor beside the text. */
  openInEditor(): void {
    if (this.#editor === undefined)
      this.#adoptEditor(
        vscode.window.createWebviewPanel(views.panel, 'Sightline', vscode.ViewColumn.Beside, {
          enableFindWidget: true,
        }),
      );
    else this.#editor.reveal();
  }

  /** Moves it back into its view. */
  async openInSideBar(): Promise<void> {
    this.#editor?.dispose();
    await this.#whichIs('view');
    await this.show();
  }

  post(message: HostMessage): void {
    void (this.#editor ?? this.#view)?.webview.postMessage(message);
  }

  dispose(): void {
    this.#registered.dispose();
    this.#editor?.dispose();
  }

  #adoptView(view: vscode.WebviewView): void {
    const { onVisible } = this.#parts;
    this.#view = view;
    view.onDidChangeVisibility(() => this.#editor ?? onVisible(view.visible));
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = undefined;
      if (this.#editor === undefined) onVisible(false);
    });
    // While the conversation is in an editor the view is about to go.
    if (this.#editor !== undefined) return;
    this.#fill(view.webview);
    onVisible(view.visible);
  }

  #adoptEditor(panel: vscode.WebviewPanel): void {
    const { extensionUri, onVisible } = this.#parts;
    this.#editor?.dispose();
    this.#editor = panel;
    void this.#whichIs('editor');
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
    panel.onDidChangeViewState(() => onVisible(panel.visible));
    panel.onDidDispose(() => {
      if (this.#editor !== panel) return;
      this.#editor = undefined;
      void this.#whichIs('view');
      onVisible(false);
    });
    this.#fill(panel.webview);
    onVisible(panel.visible);
  }

  #fill(webview: vscode.Webview): void {
    const { extensionUri, onMessage, log } = this.#parts;
    webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    webview.onDidReceiveMessage((data: unknown) => {
      const message = parsePanelMessage(data);
      if (message === undefined) log.warn('The panel sent an invalid message; it was ignored.');
      else onMessage(message);
    });
    webview.html = panelHtml(webview, extensionUri);
  }

  async #whichIs(place: 'view' | 'editor'): Promise<void> {
    await vscode.commands.executeCommand('setContext', inEditorKey, place === 'editor');
  }
}
