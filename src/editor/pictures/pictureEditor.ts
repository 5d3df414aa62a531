import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import {
  parseViewerMessage,
  type PictureHostMessage,
  type PictureViewerMessage,
  type SentLook,
} from '../../protocol/picture.ts';
import type { RecogniseImage } from '../../recognition/recogniseImage.ts';
import { showError } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import { pageHtml, panelResourceRoots } from '../pageHtml.ts';
import { affects, readSetting } from '../settings.ts';
import { Detecting, type ShownImage } from './detecting.ts';
import type { DetectionsChoice } from './detectionsChoice.ts';
import { tellCopied } from './imageCommands.ts';
import { readPictureFile, sizeOf, watchFile } from './pictureDocument.ts';
import { PictureSession } from './pictureSession.ts';
import { askEditor } from './viewerRequests.ts';

/** What the picture editor works with. */
export interface PictureEditorParts {
  extensionUri: vscode.Uri;
  log: Log;
  recognise: RecogniseImage;
  detections: DetectionsChoice;
}

/** A picture in a tab. */
interface Open {
  uri: vscode.Uri;
  panel: vscode.WebviewPanel;
  session: PictureSession;
}

/** Shows every picture that Sightline reads in a tab of its own, read-only, also those that the editor itself cannot show. */
export class PictureEditor {
  readonly #parts: PictureEditorParts;
  readonly #open = new Set<Open>();

  constructor(parts: PictureEditorParts) {
    this.#parts = parts;
  }

  /** How a picture is looked at, where it is seen in another way than it is sent by itself. */
  lookAt(uri: vscode.Uri): SentLook | undefined {
    return this.#sessionOf(uri)?.sentLook();
  }

  /** A picture as it is looked at, where it is seen in another way than it is sent by itself. */
  async shown(uri: vscode.Uri): Promise<ShownImage | undefined> {
    const session = this.#sessionOf(uri);
    return session?.sentLook() === undefined ? undefined : session.shown();
  }

  /** Lets the page put a picture into the clipboard as it is seen; whether one is there that can. */
  copyImage(uri: vscode.Uri): boolean {
    const open = this.#openOf(uri);
    // Only a page that has the focus may use the clipboard.
    open?.panel.reveal();
    void open?.panel.webview.postMessage({ type: 'copyImage' } satisfies PictureHostMessage);
    return open !== undefined;
  }

  #sessionOf(uri: vscode.Uri): PictureSession | undefined {
    return this.#openOf(uri)?.session;
  }

  #openOf(uri: vscode.Uri): Open | undefined {
    const shown = [...this.#open].filter(
      other => other.panel.visible && other.uri.toString() === uri.toString(),
    );
    return shown.find(({ panel }) => panel.active) ?? shown[0];
  }

  /** Shows a picture in a tab, until that is closed. */
  show(uri: vscode.Uri, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    const { extensionUri, log, recognise, detections: choice } = this.#parts;
    webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    const post = (message: PictureHostMessage): void => void webview.postMessage(message);
    const session: PictureSession = new PictureSession({
      name: baseName(uri.path),
      size: () => sizeOf(uri),
      read: () => readPictureFile(uri, t('It may have been moved or deleted.')),
      ...{ post, log },
      mappingAsSent: page => page.mapping(readSetting('image.mapping')),
      onDrawn: () => void detecting.restart(),
    });
    const detecting = new Detecting({ image: () => session.shown(), recognise, choice, post, log });
    const release = (): void => {
      detecting.stop();
      session.release();
    };
    const open = { uri, panel, session };
    this.#open.add(open);
    const listening = vscode.Disposable.from(
      webview.onDidReceiveMessage((data: unknown) => {
        const message = parseViewerMessage(data);
        if (message !== undefined) void handle(message, { uri, session, detecting });
        else log.warn('The image viewer sent an invalid message; it was ignored.');
      }),
      watchFile(uri, () => panel.visible && void session.reload()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void session.reload()),
      vscode.workspace.onDidChangeConfiguration(
        event => panel.visible && affects(event, 'recognition.enabled') && void detecting.restart(),
      ),
      // The page is gone while its tab is hidden, and asks anew; until then nothing is held for it.
      panel.onDidChangeViewState(() => !panel.visible && release()),
    );
    panel.onDidDispose(() => {
      this.#open.delete(open);
      release();
      listening.dispose();
    });
    webview.html = pageHtml(webview, extensionUri, {
      script: 'picture.js',
      style: 'picture.css',
      title: t('Image'),
    });
  }
}

async function handle(
  message: PictureViewerMessage,
  { uri, session, detecting }: { uri: vscode.Uri; session: PictureSession; detecting: Detecting },
): Promise<void> {
  try {
    if (message.type === 'imageCopied') await tellCopied(message, session.size);
    else if (message.type === 'describe') await vscode.commands.executeCommand(commands.describeImage, uri);
    else await Promise.all([askEditor(message), session.handle(message), detecting.handle(message)]);
  } catch (error) {
    await showError(error);
  }
}
