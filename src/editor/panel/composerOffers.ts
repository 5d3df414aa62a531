import * as vscode from 'vscode';
import { baseName } from '../../base/baseName.ts';
import { present } from '../../base/present.ts';
import type { OfferKind, OffersMessage } from '../../protocol/panel.ts';
import type { ConversationStore } from '../conversation/conversationStore.ts';
import type { KeptSelection } from './keptSelection.ts';
import { activeImage } from '../imageFiles.ts';
import { isPanelInFront } from '../prompt/answerTargets.ts';
import { placeOfSelection } from '../prompt/placeOfSelection.ts';
import { selectedText, type SelectedText } from '../prompt/selectedText.ts';

/** While a selection grows under the pointer, it is offered once it rests. Milliseconds. */
const restOfSelection = 150;

/**
 * What the next question could be about: the image and the selection of the active editor. They are only offered; what a
 * person attaches goes along. What they dismiss is offered again once it is another one.
 */
export class ComposerOffers implements vscode.Disposable {
  readonly #store: ConversationStore;
  readonly #kept: KeptSelection;
  readonly #listeners: vscode.Disposable;
  #image: vscode.Uri | undefined;
  #selection: SelectedText | undefined;
  #attached: SelectedText | undefined;
  /** Keys of what was dismissed, by kind. */
  readonly #dismissed = new Map<OfferKind, string>();
  #timer: NodeJS.Timeout | undefined;
  #told = '';

  constructor(store: ConversationStore, kept: KeptSelection) {
    this.#store = store;
    this.#kept = kept;
    const look = (): void => this.#look();
    this.#listeners = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(look),
      vscode.window.tabGroups.onDidChangeTabGroups(look),
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor !== vscode.window.activeTextEditor) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(look, restOfSelection);
      }),
      new vscode.Disposable(
        store.onMessage(({ type }) => {
          if (type === 'attachments') this.#tell();
        }),
      ),
    );
    look();
    void kept.restore().then(selected => {
      // What was attached meanwhile is meant.
      if (this.#attached !== undefined) return;
      this.#attached = selected;
      this.#tell();
    });
  }

  /** The selection that goes along with the next question. */
  get attached(): SelectedText | undefined {
    return this.#attached;
  }

  /** What is offered and attached, for a panel that opens. */
  message(): OffersMessage {
    const offers = [
      ...(this.#image && this.#isOpen('image')
        ? [{ kind: 'image' as const, name: imageName(this.#image) }]
        : []),
      ...(this.#selection && this.#isOpen('selection')
        ? [{ kind: 'selection' as const, name: placeOfSelection(this.#selection) }]
        : []),
    ];
    return {
      type: 'offers',
      offers,
      ...present({ attached: this.#attached && placeOfSelection(this.#attached) }),
    };
  }

  /** Attaches the selection that is offered under this name. */
  attachSelection(name: string): void {
    const selected = this.#selection;
    if (selected === undefined || placeOfSelection(selected) !== name) return;
    this.#attach(selected);
  }

  /** The image that is offered under this name. */
  offeredImage(name: string): vscode.Uri | undefined {
    return this.#image && imageName(this.#image) === name ? this.#image : undefined;
  }

  /** No longer sends a selection along. */
  detachSelection(): void {
    this.#attach(undefined);
  }

  dismiss(kind: OfferKind): void {
    const key = this.#key(kind);
    if (key !== undefined) this.#dismissed.set(kind, key);
    this.#tell();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }

  #attach(selected: SelectedText | undefined): void {
    this.#attached = selected;
    this.#kept.keep(selected);
    this.#tell();
  }

  #look(): void {
    // What was open before it is meant.
    if (isPanelInFront()) return;
    this.#image = activeImage();
    const editor = vscode.window.activeTextEditor;
    const isText = editor !== undefined && editor.document.uri.scheme !== 'output';
    this.#selection = isText ? selectedText(editor) : undefined;
    for (const kind of ['image', 'selection'] as const) {
      const key = this.#key(kind);
      if (key !== undefined && key !== this.#dismissed.get(kind)) this.#dismissed.delete(kind);
    }
    this.#tell();
  }

  /** Whether it is neither attached nor dismissed. */
  #isOpen(kind: OfferKind): boolean {
    const key = this.#key(kind);
    if (key === this.#dismissed.get(kind)) return false;
    return kind === 'image'
      ? !this.#store.attachments.some(({ source }) => source === key)
      : this.#attached === undefined || selectionKey(this.#attached) !== key;
  }

  #key(kind: OfferKind): string | undefined {
    if (kind === 'image') return this.#image?.toString();
    return this.#selection && selectionKey(this.#selection);
  }

  #tell(): void {
    const message = this.message();
    const said = JSON.stringify(message);
    if (said === this.#told) return;
    this.#told = said;
    this.#store.post(message);
  }
}

function imageName(uri: vscode.Uri): string {
  return baseName(uri.path);
}

function selectionKey({ document, ranges, text }: SelectedText): string {
  return JSON.stringify([document.uri.toString(), ranges, text]);
}
