import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { PictureView } from '../../protocol/conversation.ts';
import type { HostMessage, PanelMessage } from '../../protocol/panel.ts';
import type { PictureHostMessage, PictureLook } from '../../protocol/picture.ts';
import type { RecogniseImage } from '../../recognition/recogniseImage.ts';
import type { ConversationStore } from '../conversation/conversationStore.ts';
import { sha256Of } from '../../base/node/hash.ts';
import type { PictureStore } from '../conversation/pictureStore.ts';
import type { SentRecord } from '../conversation/sentRequest.ts';
import type { Log } from '../log.ts';
import { readSetting } from '../settings.ts';
import { Detecting, type ShownImage } from './detecting.ts';
import type { DetectionsChoice } from './detectionsChoice.ts';
import { readPictureFile, sizeOf } from './pictureDocument.ts';
import { PictureSession } from './pictureSession.ts';
import { askEditor } from './viewerRequests.ts';
import { sentMessage } from './pictureMessages.ts';

/** What the large view is made from. */
export interface LargeViewParts {
  store: Pick<ConversationStore, 'entry' | 'attachments' | 'post'>;
  pictures: Pick<PictureStore, 'get'>;
  /** What was sent for each entry, which names also pictures of questions that are gone. */
  sent: ReadonlyMap<string, SentRecord>;
  recognise: RecogniseImage;
  detections: DetectionsChoice;
  log: Pick<Log, 'error'>;
}

/** What stands behind the picture that is shown. */
interface Shown {
  /** Undefined where there is no original to look at. */
  session: PictureSession | undefined;
  detecting: Detecting;
}

type LargeMessage = Extract<PanelMessage, { type: 'picture' }>;
type Which = Pick<LargeMessage, 'picture' | 'entry'>;

/** The one picture of the conversation that the panel shows large: what was sent, and the original while it is there. */
export class LargeView {
  readonly #parts: LargeViewParts;
  #shown: Promise<Shown | undefined> | undefined;

  constructor(parts: LargeViewParts) {
    this.#parts = parts;
  }

  /** Does what the viewer in the panel asks for. */
  async handle({ picture, entry, message }: LargeMessage): Promise<void> {
    if (message.type === 'close') return this.close();
    if (message.type === 'ready') {
      void this.close();
      this.#shown = this.#open({ picture, ...present({ entry }) });
    }
    await askEditor(message);
    // What is asked for while it is being opened comes after that.
    const shown = await this.#shown;
    await Promise.all([shown?.session?.handle(message), shown?.detecting.handle(message)]);
  }

  /** Gives back what is held for the picture, also while it is still being opened. */
  async close(): Promise<void> {
    const shown = this.#shown;
    this.#shown = undefined;
    const { session, detecting } = (await shown) ?? {};
    detecting?.stop();
    session?.release();
  }

  async #open(which: Which): Promise<Shown | undefined> {
    const view = this.#find(which);
    const name = view?.name ?? this.#sentName(which);
    if (name === undefined) return undefined;
    const kept = await this.#parts.pictures.get(which.picture);
    const post = (message: PictureHostMessage): void => this.#post(which, message);
    if (kept !== undefined) post(sentMessage(name, kept));
    const { recognise, detections: choice, log } = this.#parts;
    // What was sent is there whatever became of the file, and is what was described.
    const detecting = new Detecting({
      image: async () => (kept === undefined ? session?.shown() : shownAsSent(kept)),
      ...{ recognise, choice, post, log },
    });
    const session = this.#original(which, { view, kept, onDrawn: () => void detecting.restart() });
    if (kept !== undefined) void detecting.restart();
    return { session, detecting };
  }

  #original(
    which: Which,
    {
      view,
      kept,
      onDrawn,
    }: { view: PictureView | undefined; kept: PreparedImage | undefined; onDrawn: () => void },
  ): PictureSession | undefined {
    const source = view?.source;
    if (view === undefined || source === undefined) {
      this.#post(which, {
        type: 'failed',
        message: t('The original is not available; only the sent image was kept.'),
        hint:
          view === undefined
            ? t('The request that it was first used in was removed.')
            : t('It was pasted or dropped, so there is no file to open.'),
      });
      return undefined;
    }
    const uri = vscode.Uri.parse(source);
    return new PictureSession({
      name: view.name,
      size: () => sizeOf(uri),
      read: async () =>
        sameAs(view, await readPictureFile(uri, t('The sent image is kept with the answer.'))),
      post: message => this.#post(which, message),
      log: this.#parts.log,
      mappingAsSent: async (page, number) =>
        kept?.mapping !== undefined && number === pageOf(kept)
          ? kept.mapping
          : page.mapping(readSetting('image.mapping')),
      ...(kept === undefined ? { onDrawn } : { look: lookOf(kept) }),
    });
  }

  #find({ picture, entry }: Which): PictureView | undefined {
    const { store } = this.#parts;
    if (entry === undefined) return store.attachments.find(view => view.id === picture);
    const seen = new Set<string>();
    // What was sent for a follow-up holds the pictures of the questions that it continues, too.
    for (let id: string | undefined = entry; id !== undefined && !seen.has(id);) {
      seen.add(id);
      const asked = store.entry(id);
      const found = asked?.pictures.find(view => view.id === picture);
      if (found !== undefined) return found;
      id = asked?.followUpOf;
    }
    return undefined;
  }

  #sentName({ picture, entry = '' }: Which): string | undefined {
    return this.#parts.sent.get(entry)?.pictures.find(({ id }) => id === picture)?.name;
  }

  #post(which: Which, message: PictureHostMessage): void {
    this.#parts.store.post({ type: 'picture', ...which, message } satisfies HostMessage);
  }
}

function shownAsSent(kept: PreparedImage): ShownImage {
  const { width, height } = kept.original;
  return { dataUrl: kept.dataUrl, width, height, page: pageOf(kept) };
}

/** The page, from 0, that was sent. */
function pageOf({ original }: PreparedImage): number {
  return (original.page ?? 1) - 1;
}

/** What was sent is what the original is looked at by first. */
function lookOf(kept: PreparedImage): PictureLook {
  const { mapping, channel = 'colour' } = kept;
  return {
    page: pageOf(kept),
    channel,
    mapping:
      mapping?.kind === 'own' ? { mode: 'own', low: mapping.low, high: mapping.high } : { mode: 'auto' },
  };
}

/** Refuses a file that is not the one that was sent: beside what was sent it would only mislead. */
function sameAs({ name, digest }: PictureView, bytes: Uint8Array): Uint8Array {
  if (digest !== undefined && digest !== sha256Of(bytes))
    throw new SightlineError('unsupportedImage', t('{name} has changed since it was sent.', { name }), {
      hint: t('The sent image is kept with the answer. Open the file to see its current state.'),
    });
  return bytes;
}
