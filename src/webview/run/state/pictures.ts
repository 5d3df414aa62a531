import type { RunPageMessage } from '../../../protocol/run.ts';
import { LastUsed } from './lastUsed.ts';

/** How long the table must have stood still before its pictures are asked for, milliseconds. */
const pause = 60;

/** Thumbnails and previews that are kept: some megabytes at most. */
const keptThumbnails = 400;
const keptPreviews = 12;

/** A data URL; `null` where the picture cannot be read; `undefined` while it is not here. */
export type Picture = string | null | undefined;

/** The pictures of what is seen, asked from the host when they are needed. */
export class Pictures {
  readonly #post: (message: RunPageMessage) => void;
  readonly #thumbnails = new LastUsed<number, string | null>(keptThumbnails);
  readonly #previews = new LastUsed<number, string | null>(keptPreviews);
  #wanted: readonly number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wantedPreview: number | undefined;
  #previewTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (message: RunPageMessage) => void) {
    this.#post = post;
  }

  thumbnail(index: number): Picture {
    return this.#thumbnails.peek(index);
  }

  preview(index: number): Picture {
    return this.#previews.peek(index);
  }

  /** Says which rows are seen. What of them is not here is asked for once the table stands still. */
  want(indices: readonly number[]): void {
    // What is on its way is not asked for again while the same rows are seen.
    if (indices.length === this.#wanted.length && indices.every((index, at) => index === this.#wanted[at]))
      return;
    this.#wanted = indices;
    for (const index of indices) this.#thumbnails.use(index);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  /** Asks for the large picture of the row whose details are shown. */
  wantPreview(index: number): void {
    if (this.#wantedPreview === index) return;
    this.#wantedPreview = index;
    this.#previews.use(index);
    clearTimeout(this.#previewTimer);
    if (this.#previews.has(index)) return;
    this.#previewTimer = setTimeout(() => this.#post({ type: 'preview', index }), pause);
  }

  /** Takes a picture that came; says whether it changes what is seen. */
  receive(message: { type: 'thumbnail' | 'preview'; index: number; dataUrl?: string | undefined }): boolean {
    const { type, index, dataUrl = null } = message;
    if (type === 'preview') this.#previews.set(index, dataUrl);
    else this.#thumbnails.set(index, dataUrl);
    return type === 'preview' ? index === this.#wantedPreview : this.#wanted.includes(index);
  }

  #ask(): void {
    const missing = this.#wanted.filter(index => !this.#thumbnails.has(index));
    if (missing.length > 0) this.#post({ type: 'thumbnails', indices: missing });
  }
}
