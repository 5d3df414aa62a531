import { t } from '../../../base/l10n.ts';
import * as vscode from 'vscode';
import { views } from '../../../contributions.ts';
import { parseRunPageMessage, type RunHostMessage, type RunPageMessage } from '../../../protocol/run.ts';
import type { Log } from '../../log.ts';
import { pageHtml, panelResourceRoots } from '../../pageHtml.ts';

/** What a run's page is built from. */
export interface RunPanelParts {
  extensionUri: vscode.Uri;
  onMessage: (message: RunPageMessage) => void;
  /** The page came into view, or is hidden, which ends it. */
  onVisible: (visible: boolean) => void;
  onDispose: () => void;
  log: Log;
}

/** The page of one run, in a tab of its own. It holds no state: the page asks for everything when it opens. */
export class RunPanel {
  readonly #panel: vscode.WebviewPanel;

  /** @param panel One that the editor revives after a reload. */
  constructor(
    { extensionUri, onMessage, onVisible, onDispose, log }: RunPanelParts,
    panel?: vscode.WebviewPanel,
  ) {
    this.#panel =
      panel ??
      vscode.window.createWebviewPanel(views.run, t('Run'), vscode.ViewColumn.Active, {
        enableFindWidget: false,
      });
    const { webview } = this.#panel;
    this.#panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
    webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    webview.onDidReceiveMessage((data: unknown) => {
      const message = parseRunPageMessage(data);
      if (message === undefined) log.warn('The page of a run sent an invalid message; it was ignored.');
      else onMessage(message);
    });
    let visible = this.#panel.visible;
    this.#panel.onDidChangeViewState(({ webviewPanel }) => {
      if (webviewPanel.visible === visible) return;
      visible = webviewPanel.visible;
      onVisible(visible);
    });
    this.#panel.onDidDispose(onDispose);
    webview.html = pageHtml(webview, extensionUri, { script: 'run.js', style: 'run.css', title: t('Run') });
  }

  get active(): boolean {
    return this.#panel.active;
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  set title(title: string) {
    if (this.#panel.title !== title) this.#panel.title = title;
  }

  show(): void {
    this.#panel.reveal();
  }

  post(message: RunHostMessage): void {
    void this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}
