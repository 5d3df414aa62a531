/** How long typing must have paused before the text is sent to the host, milliseconds. */
const pause = 300;

/** How long it may wait at most, for who types without a pause: a page that the editor hides ends without a warning. */
const longest = 1000;

/** Tells the host what is being typed; not at every key. */
export class DraftPoster {
  readonly #send: (text: string) => void;
  readonly #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text: string | undefined;
  /** When the first key was pressed that has not been sent. */
  #since = 0;

  constructor(send: (text: string) => void, pauseBefore = pause) {
    this.#send = send;
    this.#pause = pauseBefore;
  }

  typed(text: string): void {
    const now = Date.now();
    if (this.#text === undefined) this.#since = now;
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.min(this.#pause, this.#since + longest - now));
  }

  /** Sends at once what has not been sent. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#text !== undefined) this.#send(this.#text);
    this.#text = undefined;
  }

  /** Forgets what has not been sent: it was submitted. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#text = undefined;
  }
}
