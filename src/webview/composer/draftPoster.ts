import type { PanelMessage } from '../../protocol/messages.ts';

/** How long typing must have paused before the draft is sent to the host, milliseconds. */
const pause = 300;

/** Tells the host what is being typed, so that it is still there after a reload; not at every key. */
export class DraftPoster {
  readonly #post: (message: PanelMessage) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text: string | undefined;

  constructor(post: (message: PanelMessage) => void) {
    this.#post = post;
  }

  typed(text: string): void {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pause);
  }

  /** Sends at once what has not been sent. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#text !== undefined) this.#post({ type: 'draft', text: this.#text });
    this.#text = undefined;
  }

  /** Forgets what has not been sent: it was submitted. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#text = undefined;
  }
}
