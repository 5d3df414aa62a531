import {
  parseTrainingHostMessage,
  type TrainingHostMessage,
  type TrainingPageMessage,
} from '../../protocol/training.ts';

declare function acquireVsCodeApi(): { postMessage(message: TrainingPageMessage): void };

const api = acquireVsCodeApi();

/** Sends a message to the host. */
export function post(message: TrainingPageMessage): void {
  api.postMessage(message);
}

/** Calls with each message of the host; returns what ends it. */
export function listen(take: (message: TrainingHostMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>): void => {
    const message = parseTrainingHostMessage(data);
    if (message !== undefined) take(message);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}
