/** How long typing must have paused before the text is sent to the host, milliseconds. */
const pause = 300;

/** Tells the host what is being typed; not at every key. */
export class DraftPoster {
  readonly #send: (text: string) => void;
  readonly #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text: string | undefined;

  constructor(send: (text: string) => void, pauseBefore = pause) {
    this.#send = send;
    this.#pause = pauseBefore;
  }

  typed(text: string): void {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), this.#pause);
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
