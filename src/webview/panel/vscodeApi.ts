import type { PanelMessage } from '../../protocol/panel.ts';

/** What the editor remembers for the page. The conversation itself is the host's. */
interface SavedState {
  /** Where the conversation was scrolled to; absent at its end. */
  place?: ScrollPlace;
}

/** A place in the conversation that stays the same whatever is drawn above it. */
export interface ScrollPlace {
  /** The entry at the upper edge. */
  entry: string;
  /** How far it is above the edge, pixels. */
  above: number;
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

export function savedPlace(): ScrollPlace | undefined {
  return api.getState()?.place;
}

export function savePlace(place: ScrollPlace | undefined): void {
  api.setState(place === undefined ? {} : { place });
}
