import { plural } from '../../base/format.ts';
import { isFinished, type ConversationStore } from '../conversation/conversationStore.ts';
import type { StatusEntry } from '../dialogs/statusEntry.ts';

/** Says in the status bar that questions are being answered while the panel, which shows that itself, is not visible. */
export class RequestStatus {
  readonly #store: Pick<ConversationStore, 'entries' | 'onMessage'>;
  readonly #entry: StatusEntry;
  readonly #stopListening: () => void;
  #panelVisible = false;

  constructor(store: Pick<ConversationStore, 'entries' | 'onMessage'>, entry: StatusEntry) {
    this.#store = store;
    this.#entry = entry;
    this.#stopListening = store.onMessage(({ type }) => {
      // An answer comes in thousands of pieces, which change nothing here.
      if (type !== 'textAppended') this.#show();
    });
  }

  /** The panel has come into sight, or is gone. */
  setPanelVisible(visible: boolean): void {
    this.#panelVisible = visible;
    this.#show();
  }

  /** `2 requests in progress`; `undefined` where there is none. */
  get words(): string | undefined {
    const running = this.#store.entries.filter(entry => !isFinished(entry)).length;
    return running === 0 ? undefined : `${plural(running, 'request')} in progress`;
  }

  dispose(): void {
    this.#stopListening();
    this.#entry.dispose();
  }

  #show(): void {
    const { words } = this;
    if (words === undefined || this.#panelVisible) return this.#entry.hide();
    this.#entry.show({
      icon: 'loading~spin',
      words: `Sightline: ${words}`,
      tooltip: `Sightline: ${words}, though the panel is not visible. Select to stop or to open the panel.`,
      ariaLabel: `Sightline: ${words}. Stop or open the panel`,
    });
  }
}
