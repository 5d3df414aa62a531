import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { bandNumber, isBand } from '../../images/bands.ts';
import type { ToneMapping } from '../../images/preparedImage.ts';
import type { OpenPage, OpenPicture } from '../../images/view/openPicture.ts';
import {
  firstLook,
  type PictureHostMessage,
  type PictureLook,
  type PictureViewerMessage,
  type Region,
  type SentLook,
} from '../../protocol/picture.ts';
import type { Log } from '../log.ts';
import type { ShownImage } from './detecting.ts';
import { openedMessage, pictureFailure } from './pictureMessages.ts';
import { regionWithin, valuesIn } from './sampleRegion.ts';

/** Longest side of the whole picture as it is drawn; what the window shows larger is drawn as a detail of its own. */
const drawnSide = 2048;

/** Longest side of a detail. */
const detailSide = 4096;

/** Most pixels whose values are asked for at once. */
const maxValues = 4096;

/** Where a picture comes from and who looks at it. */
export interface PictureSessionParts {
  name: string;
  /** The file's size in bytes, where it can be told before reading. */
  size: () => Promise<number | undefined>;
  /** @throws {SightlineError} that says why it cannot be read. */
  read: () => Promise<Uint8Array>;
  post: (message: PictureHostMessage) => void;
  log: Pick<Log, 'error'>;
  /** Which values are black and white on a page, from 0, where nothing else is chosen: as it is sent. */
  mappingAsSent: (page: OpenPage, number: number) => Promise<ToneMapping>;
  /** How it is looked at first. Absent: as it is sent by itself. */
  look?: PictureLook;
  /** Called each time that the whole of it was drawn anew. */
  onDrawn?: () => void;
}

/** The images room, loaded when the first picture is looked at. */
const loadView = async () => {
  const [open, draw, file] = await Promise.all([
    import('../../images/view/openPicture.ts'),
    import('../../images/view/drawRegion.ts'),
    import('../../images/open/readFile.ts'),
  ]);
  return { ...open, ...draw, ...file };
};

interface Opened {
  picture: OpenPicture;
  page: OpenPage;
  /** Which page it is, from 0. */
  number: number;
  /** Which of its bands is open alone, from 1; absent: its colours. */
  band?: number | undefined;
}

/**
 * One picture that is being looked at: opens it, and draws what the viewer asks for. Whatever is asked for later goes
 * before what is still under way; nothing is ever thrown.
 */
export class PictureSession {
  readonly #parts: PictureSessionParts;
  /** Undefined until it is known which page is sent by itself. */
  #look: PictureLook | undefined;
  #open: Opened | undefined;
  #mapping: ToneMapping | undefined;
  /** Counts what was begun: who is not the newest any more falls silent. */
  #turn = 0;
  #opened = 0;
  #drawing = 0;

  constructor(parts: PictureSessionParts) {
    this.#parts = parts;
    this.#look = parts.look;
  }

  /** Does what a viewer asks for, as far as it concerns the picture itself. */
  async handle(message: PictureViewerMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#look = message.look ?? this.#look;
        return this.reload();
      case 'retry':
        // It may have been the page that could not be read.
        this.#look = { ...(this.#look ?? firstLook), page: 0 };
        return this.reload();
      case 'look':
        return this.#show(message.look);
      case 'detail':
        return this.#detail(message);
      case 'values':
        return this.#values(message);
      case 'cancel':
        return this.#cancel();
      case 'close':
        return this.release();
      // Not about the picture itself.
      case 'trust':
      case 'describe':
      case 'imageCopied':
      case 'detect':
      case 'copy':
      case 'recognitionSettings':
        return;
    }
  }

  /** Reads the file anew and shows it as it was looked at. */
  async reload(): Promise<void> {
    this.release();
    await this.#attempt(async isCurrent => {
      const { name, size, read, post } = this.#parts;
      const [view, byteLength] = await Promise.all([loadView(), size()]);
      if (!isCurrent()) return;
      post({ type: 'reading', name, ...present({ byteLength }) });
      if (byteLength !== undefined) view.checkSize(byteLength, name);
      const bytes = await read();
      if (!isCurrent()) return;
      const { picture, page } = await view.openPicture(bytes, name);
      if (!isCurrent()) return;
      this.#open = { picture, page, number: 0 };
      this.#look ??= { ...firstLook, page: await view.pageAsSent(picture) };
      if (!isCurrent()) return;
      await this.#turnTo(this.#look, isCurrent);
    });
  }

  /** What is seen, to be sent so; undefined where it is not open, or is sent so by itself. */
  sentLook(): SentLook | undefined {
    const [open, seen, mapping] = [this.#open, this.#look, this.#mapping];
    if (open === undefined || seen === undefined || mapping === undefined) return undefined;
    const look: SentLook = {
      ...(open.page.facts.readablePages > 1 ? { page: open.number + 1 } : {}),
      ...(seen.channel === 'colour' ? {} : { channel: seen.channel }),
      ...(seen.mapping.mode === 'auto' ? {} : { mapping }),
    };
    return Object.keys(look).length === 0 ? undefined : look;
  }

  /** The whole page as it is looked at; undefined where none is open. */
  async shown(): Promise<ShownImage | undefined> {
    const open = this.#open;
    if (open === undefined) return undefined;
    const { width, height } = open.page.samples;
    const drawn = await this.#drawRegion({ left: 0, top: 0, width, height }, drawnSide);
    return drawn && { dataUrl: drawn.dataUrl, width, height, page: open.number };
  }

  /** Of the page that is open, in pixels; undefined where none is. */
  get size(): { width: number; height: number } | undefined {
    return this.#open?.page.samples;
  }

  /** Gives back what the picture holds of memory; nothing more is posted. */
  release(): void {
    this.#turn += 1;
    this.#open = undefined;
  }

  async #show(look: PictureLook): Promise<void> {
    this.#look = look;
    if (this.#open === undefined) return;
    await this.#attempt(isCurrent => this.#turnTo(look, isCurrent));
  }

  async #turnTo(look: PictureLook, isCurrent: () => boolean): Promise<void> {
    const view = await loadView();
    const open = this.#open;
    if (open === undefined) return;
    const number = Math.min(look.page, open.page.facts.readablePages - 1);
    const openAt = async (band: number | undefined): Promise<Opened> =>
      number === open.number && band === open.band
        ? open
        : { picture: open.picture, page: await view.openPage(open.picture, number, band), number, band };
    // A page without the band that the one before it has is shown in its colours.
    const offering = number === open.number ? open : await openAt(undefined);
    const channel = offering.page.channels.includes(look.channel) ? look.channel : 'colour';
    const band = bandNumber(channel);
    const now = band === offering.band ? offering : await openAt(band);
    if (!isCurrent()) return;
    this.#open = now;
    const { page } = now;
    const { name, post } = this.#parts;
    post(openedMessage(now, { opened: ++this.#opened, name, band: now.band }));
    this.#look = { ...look, page: number, channel };
    const { mapping } = look;
    this.#mapping =
      mapping.mode === 'own'
        ? { kind: 'own', low: mapping.low, high: mapping.high }
        : mapping.mode === 'auto'
          ? await this.#parts.mappingAsSent(page, number)
          : await page.mapping(mapping.mode);
    if (!isCurrent()) return;
    await this.#draw(isCurrent);
  }

  async #draw(isCurrent: () => boolean): Promise<void> {
    const open = this.#open;
    const mapping = this.#mapping;
    if (open === undefined || mapping === undefined) return;
    const { width, height } = open.page.samples;
    const drawn = await this.#drawRegion({ left: 0, top: 0, width, height }, drawnSide);
    if (drawn === undefined || !isCurrent()) return;
    this.#parts.post({
      type: 'drawn',
      drawing: ++this.#drawing,
      look: this.#look ?? firstLook,
      ...{ low: mapping.low, high: mapping.high },
      ...drawn,
    });
    this.#parts.onDrawn?.();
  }

  async #drawRegion(
    region: Region,
    within: number,
  ): Promise<{ dataUrl: string; width: number; height: number } | undefined> {
    const open = this.#open;
    const mapping = this.#mapping;
    if (open === undefined || mapping === undefined) return undefined;
    const { drawRegion } = await loadView();
    const { samples } = open.page;
    const { channel = 'colour' } = this.#look ?? {};
    return drawRegion(samples, region, within, {
      channel: isBand(channel) ? 'colour' : channel,
      low: mapping.low,
      high: mapping.high,
      opaque: samples.white ?? 1,
    });
  }

  async #detail({ drawing, within, ...region }: Region & { drawing: number; within: number }): Promise<void> {
    const wanted = this.#open && regionWithin(this.#open.page.samples, region);
    if (drawing !== this.#drawing || wanted === undefined) return;
    try {
      const drawn = await this.#drawRegion(wanted, Math.min(detailSide, Math.max(1, Math.ceil(within))));
      if (drawn === undefined || drawing !== this.#drawing) return;
      this.#parts.post({ type: 'detail', drawing, ...wanted, dataUrl: drawn.dataUrl });
    } catch (error) {
      // The whole picture stays, a little less sharp.
      this.#parts.log.error('A part of an image could not be drawn', error);
    }
  }

  #values(region: Region): void {
    const samples = this.#open?.page.samples;
    const wanted = samples && regionWithin(samples, region);
    if (samples === undefined || wanted === undefined || wanted.width * wanted.height > maxValues) return;
    this.#parts.post({ type: 'values', opened: this.#opened, ...wanted, values: valuesIn(samples, wanted) });
  }

  #cancel(): void {
    this.release();
    this.#parts.post({ type: 'failed', message: t('Opening was cancelled.'), remedy: 'retry' });
  }

  async #attempt(work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    const turn = ++this.#turn;
    const isCurrent = (): boolean => turn === this.#turn;
    try {
      await work(isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      this.#parts.log.error('An image could not be shown', error);
      this.#parts.post(pictureFailure(error));
    }
  }
}
