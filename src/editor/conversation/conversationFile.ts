import * as vscode from 'vscode';
import type { Log } from '../log.ts';
import type { ConversationChange } from './conversationStore.ts';
import { replaceFile } from '../replaceFile.ts';
import type { SavedConversation } from './savedConversation.ts';

/**
 * Milliseconds until a change is written. While an answer comes piece by piece the whole is not written over and over: its end
 * is a change of state, and closing the window writes what waits.
 */
const pauses: Record<ConversationChange, number> = { state: 400, text: 30_000 };

/** The conversation's file in the extension's own storage: written whole beside the old one, then renamed over it. */
export class ConversationFile implements vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires, milliseconds since the epoch. */
  #due = Number.POSITIVE_INFINITY;
  #pending: (() => SavedConversation) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: vscode.Uri, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The saved conversation; `undefined` where there is none or it cannot be read. */
  async read(): Promise<SavedConversation | undefined> {
    let bytes: Uint8Array;
    try {
      bytes = await vscode.workspace.fs.readFile(this.#file('conversation.json'));
    } catch {
      // The first time there is no file.
      return undefined;
    }
    const { parseSavedConversation } = await import('./savedConversation.ts');
    try {
      return parseSavedConversation(new TextDecoder().decode(bytes));
    } catch (error) {
      // Kept aside, so that nothing is lost by the next write.
      this.#log.error('The saved conversation could not be read and was moved aside', error);
      await vscode.workspace.fs.rename(
        this.#file('conversation.json'),
        this.#file('conversation.damaged.json'),
        {
          overwrite: true,
        },
      );
      return undefined;
    }
  }

  /** Writes what `state` says after a pause that goes by what has changed; `state` is asked at that time. */
  schedule(state: () => SavedConversation, change: ConversationChange): void {
    this.#pending = state;
    const due = Date.now() + pauses[change];
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.flush(), pauses[change]);
  }

  /** Writes now what is waiting to be written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
    const state = this.#pending;
    this.#pending = undefined;
    if (state === undefined) return this.#writing;
    this.#writing = this.#writing
      .then(() => this.#write(state()))
      .catch((error: unknown) => this.#log.error('The conversation could not be saved', error));
    return this.#writing;
  }

  dispose(): void {
    void this.flush();
  }

  async #write(saved: SavedConversation): Promise<void> {
    await replaceFile(this.#file('conversation.json'), Buffer.from(JSON.stringify(saved)));
  }

  #file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, name);
  }
}
