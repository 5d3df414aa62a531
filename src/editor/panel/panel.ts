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

/**
 * The one webview panel: made when first shown, brought forward afterwards, revived by the editor after a reload. It
 * holds no state; while it is closed or hidden its messages go nowhere, and the page asks for everything when it opens.
 */
export class Panel implements vscode.Disposable {
  readonly #parts: PanelParts;
  readonly #serializer: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(views.panel, {
      deserializeWebviewPanel: panel => {
        this.#adopt(panel);
        return Promise.resolve();
      },
    });
  }

  /** Creates the panel beside the text, or brings it forward. */
  show(options: { preserveFocus?: boolean } = {}): void {
    const preserveFocus = options.preserveFocus ?? false;
    if (this.#panel !== undefined) {
      this.#panel.reveal(undefined, preserveFocus);
      return;
    }
    this.#adopt(
      vscode.window.createWebviewPanel(
        views.panel,
        'Sightline',
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus },
        { enableFindWidget: true },
      ),
    );
  }

  post(message: HostMessage): void {
    void this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#serializer.dispose();
    this.#panel?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    const { extensionUri, onMessage, onVisible, log } = this.#parts;
    this.#panel?.dispose();
    this.#panel = panel;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
    panel.webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    panel.webview.onDidReceiveMessage((data: unknown) => {
      const message = parsePanelMessage(data);
      if (message === undefined) log.warn('The panel sent an invalid message; it was ignored.');
      else onMessage(message);
    });
    panel.onDidChangeViewState(() => onVisible(panel.visible));
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
      onVisible(false);
    });
    panel.webview.html = panelHtml(panel.webview, extensionUri);
    onVisible(panel.visible);
  }
}
