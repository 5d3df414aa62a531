import type { Entry } from '../../../../src/protocol/conversation.ts';
import type { HostMessage } from '../../../../src/protocol/panel.ts';

/** An entry that is being answered, with what the test says instead. */
export function makeEntry(id: string, rest: Partial<Entry> = {}): Entry {
  return {
    ...{ id, createdAt: 0, prompt: 'Describe the image.', pictures: [], status: 'streaming', text: '' },
    ...{ reasoning: '', notices: [], model: 'm', provider: 'p', fromSelection: false },
    ...rest,
  };
}

/** The whole conversation, as the host sends it. */
export function makeConversation(entries: Entry[], draft = ''): HostMessage {
  return {
    type: 'conversation',
    conversation: { entries, attachments: [], draft },
    model: { provider: 'p', model: 'm', offline: false },
  };
}

/**
 * The host's side of a stream: it knows the whole text, tells each piece, and answers `ready` with all of it, as
 * the real one does. `hidden`: messages go nowhere.
 */
export class StreamingHost {
  readonly #deliver: (message: unknown) => void;
  #entry = makeEntry('e');
  hidden = false;

  constructor(deliver: (message: unknown) => void) {
    this.#deliver = deliver;
  }

  get text(): string {
    return this.#entry.text;
  }

  ready(): void {
    this.#tell(makeConversation([this.#entry]));
  }

  append(text: string): void {
    const from = this.#entry.text.length;
    this.#entry = { ...this.#entry, text: this.#entry.text + text };
    this.#tell({ type: 'textAppended', id: 'e', channel: 'text', from, text });
  }

  finish(): void {
    this.#entry = { ...this.#entry, status: 'complete' };
    this.#tell({ type: 'entryChanged', id: 'e', patch: { status: 'complete' } });
  }

  #tell(message: HostMessage): void {
    if (!this.hidden) this.#deliver(structuredClone(message));
  }
}
