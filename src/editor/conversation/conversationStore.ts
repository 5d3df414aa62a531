import { present } from '../../base/present.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Conversation, Entry, PictureView } from '../../protocol/conversation.ts';
import type { HostMessage } from '../../protocol/panel.ts';

/** Older finished entries go when a conversation grows past this. */
export const entryLimit = 500;

/** What of an entry can change while it is answered, besides its growing text. */
export type EntryChange = Partial<
  Pick<
    Entry,
    | 'status'
    | 'startedAt'
    | 'notices'
    | 'waiting'
    | 'error'
    | 'usage'
    | 'seconds'
    | 'thoughtSeconds'
    | 'model'
    | 'provider'
    | 'pictures'
  >
>;

/** What has changed: only the text of an answer, of which more follows in the next moment, or anything else. */
export type ConversationChange = 'text' | 'state';

const finished: ReadonlySet<Entry['status']> = new Set(['complete', 'incomplete', 'failed', 'stopped']);

/** Whether nothing more will come to the entry by itself. */
export function isFinished(entry: Entry): boolean {
  return finished.has(entry.status);
}

/**
 * The conversation as the host knows it. The panel is a view of it: each change is told as a message, and a panel that
 * opens, or that lost its place, gets the whole as one.
 */
export class ConversationStore {
  readonly #messages = new Emitter<HostMessage>();
  readonly #changes = new Emitter<ConversationChange>();
  readonly #entries = new Map<string, Entry>();
  /** What the person removed, as long as they may want it back: with the entry that came after it. */
  readonly #removed = new Map<string, { entry: Entry; before: string | undefined }>();
  #attachments: readonly PictureView[] = [];
  #draft = '';
  #followUpOf: string | undefined;

  /** Tells each change; returns the way to stop listening. */
  onMessage(listener: (message: HostMessage) => void): () => void {
    return this.#messages.listen(listener);
  }

  /** Tells that what {@link snapshot} says has changed; returns the way to stop listening. */
  onChange(listener: (change: ConversationChange) => void): () => void {
    return this.#changes.listen(listener);
  }

  get entries(): Entry[] {
    return [...this.#entries.values()];
  }

  get attachments(): readonly PictureView[] {
    return this.#attachments;
  }

  get followUpOf(): string | undefined {
    return this.#followUpOf;
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** All of it, for saving and for a panel that opens. */
  snapshot(): Conversation {
    return {
      entries: this.entries,
      attachments: [...this.#attachments],
      draft: this.#draft,
      ...present({ followUpOf: this.#followUpOf }),
    };
  }

  /** Takes a saved conversation, before anything else happens; entries that were still running count as stopped. */
  restore(conversation: Conversation): void {
    for (const entry of conversation.entries)
      this.#entries.set(entry.id, isFinished(entry) ? entry : { ...entry, status: 'stopped', waiting: '' });
    this.#attachments = conversation.attachments;
    this.#draft = conversation.draft;
    this.#followUpOf = conversation.followUpOf;
  }

  /**
   * Takes another conversation in the place of this one; absent: an empty one, with what the person is writing. Whoever
   * does so tells the panel.
   */
  replace(conversation?: Conversation): void {
    const draft = this.#draft;
    this.#removed.clear();
    this.#entries.clear();
    this.restore(conversation ?? { entries: [], attachments: [], draft });
    this.#changed();
  }

  /** Adds an entry, which the next question continues unless the person chooses otherwise. */
  add(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    this.#post({ type: 'entryAdded', entry });
    this.setFollowUp(entry.id);
    for (const old of this.#entries.values()) {
      if (this.#entries.size <= entryLimit) break;
      if (isFinished(old)) this.remove(old.id);
    }
  }

  /** Changes an entry that may have been removed meanwhile: then nothing happens. */
  patch(id: string, patch: EntryChange): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.set(id, { ...entry, ...patch });
    this.#post({ type: 'entryChanged', id, patch });
  }

  append(id: string, channel: 'text' | 'reasoning', text: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || text === '') return;
    const from = entry[channel].length;
    this.#entries.set(id, { ...entry, [channel]: entry[channel] + text });
    this.#post({ type: 'textAppended', id, channel, from, text });
  }

  /** Moves the text so far to the reasoning, where its end shows that it was that. */
  textWasReasoning(id: string): void {
    const old = this.#entries.get(id);
    if (old === undefined) return;
    const entry: Entry = { ...old, text: '', reasoning: old.reasoning + old.text };
    this.#entries.set(id, entry);
    this.#post({ type: 'entryRestarted', entry });
  }

  /** Empties an entry's answer for another try. */
  restart(id: string): void {
    const old = this.#entries.get(id);
    if (old === undefined) return;
    const {
      error: _error,
      usage: _usage,
      seconds: _seconds,
      thoughtSeconds: _thoughtSeconds,
      startedAt: _startedAt,
      waiting: _waiting,
      ...kept
    } = old;
    const entry: Entry = { ...kept, status: 'preparing', text: '', reasoning: '', notices: [] };
    this.#entries.set(id, entry);
    this.#post({ type: 'entryRestarted', entry });
  }

  /** @param undo The person removed it: {@link bringBack} takes it back. */
  remove(id: string, { undo = false }: { undo?: boolean } = {}): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const ids = [...this.#entries.keys()];
    if (undo) this.#removed.set(id, { entry, before: ids[ids.indexOf(id) + 1] });
    this.#entries.delete(id);
    this.#post({ type: 'entryRemoved', id, ...(undo ? { undo } : {}) });
    if (this.#followUpOf === id) this.setFollowUp(entry.followUpOf);
  }

  /** Puts an entry that the person removed where it was. */
  bringBack(id: string): void {
    const removed = this.#removed.get(id);
    if (removed === undefined) return;
    this.#removed.delete(id);
    const others = [...this.#entries];
    // What came after it may be gone, too: then it goes behind the others.
    const at = others.findIndex(([other]) => other === removed.before);
    this.#entries.clear();
    for (const [other, entry] of others.toSpliced(at === -1 ? others.length : at, 0, [id, removed.entry]))
      this.#entries.set(other, entry);
    this.#post({ type: 'entryRestored', entry: removed.entry });
  }

  setAttachments(attachments: readonly PictureView[]): void {
    this.#attachments = attachments;
    this.#post({ type: 'attachments', attachments: [...attachments] });
  }

  /** What the person is writing. The panel that they write in is not told of its own text. */
  setDraft(draft: string): void {
    this.#draft = draft;
    this.#changed();
  }

  setFollowUp(id: string | undefined): void {
    this.#followUpOf = id;
    this.#post(id === undefined ? { type: 'followUp' } : { type: 'followUp', id });
  }

  /** Something for the live region. */
  announce(text: string): void {
    this.post({ type: 'announcement', text });
  }

  /** Says a message that changes nothing in the conversation (`focusInput`, `revealEntry`, `model`, `reply`). */
  post(message: HostMessage): void {
    this.#messages.fire(message);
  }

  #post(message: HostMessage): void {
    this.#changed(message.type === 'textAppended' ? 'text' : 'state');
    this.post(message);
  }

  #changed(change: ConversationChange = 'state'): void {
    this.#changes.fire(change);
  }
}
