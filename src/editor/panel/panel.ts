import * as vscode from 'vscode';
import { views } from '../../contributions.ts';
import { Lazy } from '../../base/lazy.ts';
import type { HostMessage, PanelMessage } from '../../protocol/panel.ts';
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

/** The messages' shapes: activation does without them. */
const protocol = new Lazy(() => import('../../protocol/panel.ts'));

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
  /** How far the page is: it has asked for the conversation, or has been given it. */
  #page: 'absent' | 'asked' | 'filled' = 'absent';
  /** What the page is to do once it is filled. */
  readonly #afterwards = new Map<HostMessage['type'], HostMessage>();

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

  /** Sends a message to the page. What leads the person's eyes waits for a page that is about to open. */
  post(message: HostMessage): void {
    if (this.#page !== 'filled' && (message.type === 'revealEntry' || message.type === 'focusInput')) {
      this.#afterwards.set(message.type, message);
      return;
    }
    void (this.#editor ?? this.#view)?.webview.postMessage(message);
    if (message.type !== 'conversation' || this.#page === 'absent') return;
    this.#page = 'filled';
    const waiting = [...this.#afterwards.values()];
    this.#afterwards.clear();
    for (const one of waiting) this.post(one);
  }

  dispose(): void {
    this.#registered.dispose();
    this.#editor?.dispose();
  }

  #adoptView(view: vscode.WebviewView): void {
    this.#view = view;
    view.onDidChangeVisibility(() => this.#editor ?? this.#isVisible(view.visible));
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = undefined;
      if (this.#editor === undefined) this.#isVisible(false);
    });
    // While the conversation is in an editor the view is about to go.
    if (this.#editor !== undefined) return;
    this.#fill(view.webview);
    this.#isVisible(view.visible);
  }

  #adoptEditor(panel: vscode.WebviewPanel): void {
    const { extensionUri } = this.#parts;
    this.#editor?.dispose();
    this.#editor = panel;
    void this.#whichIs('editor');
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
    panel.onDidChangeViewState(() => this.#isVisible(panel.visible));
    panel.onDidDispose(() => {
      if (this.#editor !== panel) return;
      this.#editor = undefined;
      void this.#whichIs('view');
      this.#isVisible(false);
    });
    this.#fill(panel.webview);
    this.#isVisible(panel.visible);
  }

  #isVisible(visible: boolean): void {
    if (!visible) this.#page = 'absent';
    this.#parts.onVisible(visible);
  }

  #fill(webview: vscode.Webview): void {
    const { extensionUri, onMessage, log } = this.#parts;
    webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    webview.onDidReceiveMessage(async (data: unknown) => {
      const { parsePanelMessage } = await protocol.get();
      const message = parsePanelMessage(data);
      if (message === undefined) log.warn('The panel sent an invalid message; it was ignored.');
      else {
        if (message.type === 'ready') this.#page = 'asked';
        onMessage(message);
      }
    });
    this.#page = 'absent';
    webview.html = panelHtml(webview, extensionUri);
  }

  async #whichIs(place: 'view' | 'editor'): Promise<void> {
    await vscode.commands.executeCommand('setContext', inEditorKey, place === 'editor');
  }
}
