import { baseName } from '../../base/baseName.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { parseViewerMessage, type PictureViewerMessage, type SentLook } from '../../protocol/picture.ts';
import { showError } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import { pageHtml, panelResourceRoots } from '../pageHtml.ts';
import { readSetting } from '../settings.ts';
import { readPictureFile, sizeOf, watchFile } from './pictureDocument.ts';
import { PictureSession } from './pictureSession.ts';

/** Shows every picture that Sightline reads in a tab of its own, read-only, also those that the editor itself cannot show. */
export class PictureEditor {
  readonly #extensionUri: vscode.Uri;
  readonly #log: Log;
  readonly #open = new Set<{ uri: vscode.Uri; panel: vscode.WebviewPanel; session: PictureSession }>();

  constructor(extensionUri: vscode.Uri, log: Log) {
    this.#extensionUri = extensionUri;
    this.#log = log;
  }

  /** How a picture is looked at, where it is seen in another way than it is sent by itself. */
  lookAt(uri: vscode.Uri): SentLook | undefined {
    const shown = [...this.#open].filter(
      other => other.panel.visible && other.uri.toString() === uri.toString(),
    );
    return (shown.find(({ panel }) => panel.active) ?? shown[0])?.session.sentLook();
  }

  /** Shows a picture in a tab, until that is closed. */
  show(uri: vscode.Uri, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(this.#extensionUri) };
    const session = new PictureSession({
      name: baseName(uri.path),
      size: () => sizeOf(uri),
      read: () => readPictureFile(uri, 'It may have been moved or deleted.'),
      post: message => void webview.postMessage(message),
      log: this.#log,
      mappingAsSent: page => page.mapping(readSetting('image.mapping')),
    });
    const open = { uri, panel, session };
    this.#open.add(open);
    const listening = vscode.Disposable.from(
      webview.onDidReceiveMessage((data: unknown) => {
        const message = parseViewerMessage(data);
        if (message !== undefined) void handle(message, uri, session);
        else this.#log.warn('The image viewer sent an invalid message; it was ignored.');
      }),
      watchFile(uri, () => panel.visible && void session.reload()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void session.reload()),
      // The page is gone while its tab is hidden, and asks anew; until then nothing is held for it.
      panel.onDidChangeViewState(() => !panel.visible && session.release()),
    );
    panel.onDidDispose(() => {
      this.#open.delete(open);
      session.release();
      listening.dispose();
    });
    webview.html = pageHtml(webview, this.#extensionUri, {
      script: 'picture.js',
      style: 'picture.css',
      title: 'Image',
    });
  }
}

async function handle(
  message: PictureViewerMessage,
  uri: vscode.Uri,
  session: PictureSession,
): Promise<void> {
  try {
    if (message.type === 'describe') await vscode.commands.executeCommand(commands.describeImage, uri);
    else if (message.type === 'trust') await vscode.commands.executeCommand('workbench.trust.manage');
    else await session.handle(message);
  } catch (error) {
    await showError(error);
  }
}
