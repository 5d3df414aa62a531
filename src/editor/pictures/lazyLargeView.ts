import type { LargeView } from './largeView.ts';

type View = Pick<LargeView, 'handle' | 'close'>;

/** The large view over the panel, loaded when the first picture is shown large; messages reach it in their order. */
export class LazyLargeView implements View {
  readonly #load: () => Promise<View>;
  #view: Promise<View> | undefined;

  constructor(load: () => Promise<View>) {
    this.#load = load;
  }

  async handle(message: Parameters<View['handle']>[0]): Promise<void> {
    this.#view ??= this.#load();
    await (await this.#view).handle(message);
  }

  /** Gives back what is held for a picture: its page is gone. */
  async close(): Promise<void> {
    await (await this.#view)?.close();
  }
}
