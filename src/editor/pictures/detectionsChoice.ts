import type { Memento } from 'vscode';

/** Keeps whether detections are shown. */
export interface DetectionsChoice {
  get: () => boolean;
  set: (on: boolean) => Thenable<void>;
}

/** Whether detections are shown, as this person last chose it. */
export function detectionsChoice(memory: Memento): DetectionsChoice {
  const key = 'showDetections';
  return { get: () => memory.get(key) === true, set: on => memory.update(key, on) };
}
