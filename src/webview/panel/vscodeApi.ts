import type { PanelMessage } from '../../protocol/panel.ts';

/** What the editor remembers for the page. The conversation itself is the host's. */
interface SavedState {
  /** Where the conversation was scrolled to; absent at its end. */
  scrollTop?: number;
}

declare function acquireVsCodeApi(): {
  postMessage(message: PanelMessage): void;
  getState(): SavedState | undefined;
  setState(state: SavedState): void;
};

const api = acquireVsCodeApi();

/** Sends a message to the host. */
export function post(message: PanelMessage): void {
  api.postMessage(message);
}

export function savedScroll(): number | undefined {
  return api.getState()?.scrollTop;
}

export function saveScroll(scrollTop: number | undefined): void {
  api.setState(scrollTop === undefined ? {} : { scrollTop });
}
