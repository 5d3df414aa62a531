import type { RunPageMessage } from '../../protocol/run.ts';
import type { SavedPage } from './state/savedPage.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: RunPageMessage): void;
  getState(): SavedPage | undefined;
  setState(state: SavedPage): void;
};

const api = acquireVsCodeApi();

/** Sends a message to the host. */
export function postToRun(message: RunPageMessage): void {
  api.postMessage(message);
}

/** What the page remembered before it was hidden or its window was reloaded. */
export function savedPage(): SavedPage | undefined {
  return api.getState();
}

export function savePage(page: SavedPage): void {
  api.setState(page);
}
