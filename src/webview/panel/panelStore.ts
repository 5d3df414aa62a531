import { parseHostMessage, type HostMessage, type PanelMessage } from '../../protocol/panel.ts';
import { Repaint } from '../shared/repaint.ts';
import { emptyPanel, reduce, showToast, type PanelState } from './panelState.ts';

/** What the store needs from the page around it. */
export interface Surroundings {
  /** Sends a message to the host. */
  post: (message: PanelMessage) => void;
  /** Calls `paint` before the next frame; `requestAnimationFrame` in the page. */
  schedule: (paint: () => void) => void;
  /** Takes the messages that answer a request. */
  onReply?: (reply: Extract<HostMessage, { type: 'reply' }>) => void;
  /** Takes the messages about the picture that is looked at large. */
  onPicture?: (message: Extract<HostMessage, { type: 'picture' }>) => void;
}

/**
 * Keeps the panel's state. However many messages arrive between two frames, the page is drawn once for them.
 * Where a message does not fit, the store asks the host for the whole conversation, once.
 */
export class PanelStore {
  state: PanelState = emptyPanel;
  readonly #around: Surroundings;
  readonly #repaint: Repaint;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#repaint = new Repaint(around.schedule);
  }

  /** Takes whatever came in; what is not one of the host's messages is left alone. */
  receive(data: unknown): void {
    const message = parseHostMessage(data);
    if (!message) return;
    if (message.type === 'reply') this.#around.onReply?.(message);
    if (message.type === 'picture') this.#around.onPicture?.(message);
    const { outOfStep } = this.state;
    this.#set(reduce(this.state, message));
    if (this.state.outOfStep && !outOfStep) this.#around.post({ type: 'ready' });
  }

  /** Remembers what is being typed. Drawn at once: the text box must never be set back to an older text. */
  setDraft(draft: string): void {
    this.state = { ...this.state, draft };
    this.#repaint.now();
  }

  /** Tells the person something that happened in the panel itself. */
  notify(text: string): void {
    this.#set(showToast(this.state, text));
  }

  /** Calls `listener` before a frame in which the state is another one. Returns how to end that. */
  subscribe(listener: () => void): () => void {
    return this.#repaint.subscribe(listener);
  }

  #set(state: PanelState): void {
    if (state === this.state) return;
    this.state = state;
    this.#repaint.soon();
  }
}
