import * as vscode from 'vscode';
import { SightlineError } from '../../errors.ts';
import type { PictureView } from '../../protocol/conversation.ts';
import type { HostMessage, PanelMessage } from '../../protocol/messages.ts';
import type { PictureHostMessage } from '../../protocol/picture.ts';
import type { ConversationStore } from '../conversation/conversationStore.ts';
import { digestOf } from '../conversation/keptPictures.ts';
import type { PictureStore } from '../conversation/pictureStore.ts';
import type { Log } from '../log.ts';
import { readPicture, sizeOf } from './pictureDocument.ts';
import { PictureSession } from './pictureSession.ts';
import { sentMessage } from './sentPicture.ts';

/** What the large view is made from. */
export interface LargeViewParts {
  store: Pick<ConversationStore, 'entry' | 'attachments' | 'say'>;
  pictures: Pick<PictureStore, 'get'>;
  log: Pick<Log, 'error'>;
}

type LargeMessage = Extract<PanelMessage, { type: 'picture' }>;
type Which = Pick<LargeMessage, 'picture' | 'entry'>;

/** The one picture of the conversation that the panel shows large: what was sent, and the original while it is there. */
export class LargeView {
  readonly #parts: LargeViewParts;
  #session: PictureSession | undefined;

  constructor(parts: LargeViewParts) {
    this.#parts = parts;
  }

  /** Does what the viewer in the panel asks for. */
  async handle({ picture, entry, message }: LargeMessage): Promise<void> {
    const which: Which = { picture, ...(entry === undefined ? {} : { entry }) };
    if (message.type === 'ready') {
      this.#session?.release();
      this.#session = await this.#open(which);
    }
    if (message.type === 'trust') await vscode.commands.executeCommand('workbench.trust.manage');
    await this.#session?.handle(message);
    if (message.type === 'close') this.#session = undefined;
  }

  async #open(which: Which): Promise<PictureSession | undefined> {
    const view = this.#find(which);
    if (view === undefined) return undefined;
    const kept = await this.#parts.pictures.get(view.id);
    if (kept !== undefined) this.#post(which, sentMessage(view.name, kept));
    const { source } = view;
    if (source === undefined) {
      this.#post(which, {
        type: 'failed',
        message: 'Of the original only what is sent was kept.',
        hint: 'It was pasted or dropped from outside, so there is no file to look at.',
      });
      return undefined;
    }
    const uri = vscode.Uri.parse(source);
    return new PictureSession({
      name: view.name,
      size: () => sizeOf(uri),
      read: async () =>
        sameAs(view, await readPicture(uri, 'What was sent of it is kept beside the answer.')),
      post: message => this.#post(which, message),
      log: this.#parts.log,
    });
  }

  #find({ picture, entry }: Which): PictureView | undefined {
    const { store } = this.#parts;
    const views = entry === undefined ? store.attachments : (store.entry(entry)?.pictures ?? []);
    return views.find(view => view.id === picture);
  }

  #post(which: Which, message: PictureHostMessage): void {
    this.#parts.store.say({ type: 'picture', ...which, message } satisfies HostMessage);
  }
}

/** Refuses a file that is not the one that was sent: beside what was sent it would only mislead. */
function sameAs({ name, digest }: PictureView, bytes: Uint8Array): Uint8Array {
  if (digest !== undefined && digest !== digestOf(bytes))
    throw new SightlineError('unsupportedImage', `${name} has changed since it was sent.`, {
      hint: 'What was sent of it is kept beside the answer. Open the file itself to look at what it is now.',
    });
  return bytes;
}
