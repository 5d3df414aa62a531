import type { CustomDocument, CustomReadonlyEditorProvider, Uri, WebviewPanel } from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import type { SentLook } from '../../protocol/picture.ts';
import type { ShownImage } from './detecting.ts';
import type { PictureEditor } from './pictureEditor.ts';

type Editor = Pick<PictureEditor, 'show' | 'lookAt' | 'shown' | 'copyImage'>;

/** The picture editor, loaded when the first picture is opened in it. */
export class LazyEditor implements CustomReadonlyEditorProvider {
  readonly #loading: Lazy<Editor>;
  #editor: Editor | undefined;

  constructor(load: () => Promise<Editor>) {
    this.#loading = new Lazy(load);
  }

  /** How a picture is looked at, where it is seen in another way than it is sent by itself. */
  lookAt(uri: Uri): SentLook | undefined {
    return this.#editor?.lookAt(uri);
  }

  /** A picture as it is looked at, where it is seen in another way than it is sent by itself. */
  async shown(uri: Uri): Promise<ShownImage | undefined> {
    return this.#editor?.shown(uri);
  }

  /** Lets a picture's page put it into the clipboard; whether one is there that can. */
  copyImage(uri: Uri): boolean {
    return this.#editor?.copyImage(uri) ?? false;
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor({ uri }: CustomDocument, panel: WebviewPanel): Promise<void> {
    const closed = new AbortController();
    const listening = panel.onDidDispose(() => closed.abort());
    // The pictures of a window that is reloaded come all at once, and belong to one editor.
    this.#editor = await this.#loading.get();
    listening.dispose();
    // Until it has its page, a panel sends nothing.
    if (!closed.signal.aborted) this.#editor.show(uri, panel);
  }
}
